import { download } from '../connection/api.js';
import { notify, notifyError } from '../parts/notices.js';

/** Saves all rows of the mock as the JSON that `--data` reads. */
export function DownloadButton() {
  const save = async () => {
    try {
      const url = URL.createObjectURL(await download());
      const link = document.createElement('a');
      link.href = url;
      link.download = 'mock-data.json';
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser reads it after the click
      notify('All rows were downloaded. Start the mock with --data mock-data.json to use them.');
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <button type="button" onClick={save}>
      Download all
    </button>
  );
}
