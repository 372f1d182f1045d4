import { call } from '../connection/api.js';
import { notify, notifyError } from '../parts/notices.js';

/** Saves all rows of the mock as the JSON that `--data` reads, with line breaks for developers who edit it. */
export async function downloadRows(): Promise<void> {
  try {
    const text = `${JSON.stringify(await call('download'), undefined, 2)}\n`;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = 'mock-data.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it after the click
    notify('All rows were downloaded. Start the mock with --data mock-data.json to use them.');
  } catch (error) {
    notifyError(error);
  }
}
