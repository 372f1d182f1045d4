import { useState } from 'preact/hooks';
import { download } from '../connection/api.js';
import { useNotify } from '../parts/notices.js';

/** Saves all rows of the mock as the JSON that `--data` reads. */
export function DownloadButton() {
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const url = URL.createObjectURL(await download());
      const link = document.createElement('a');
      link.href = url;
      link.download = 'mock-data.json';
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser reads it after the click
      notify.done('All rows were downloaded. Start the mock with --data mock-data.json to use them.');
    } catch (error) {
      notify.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" disabled={isBusy} onClick={save}>
      Download all
    </button>
  );
}
