import { expect, test } from 'vitest';
import { settingsTable } from './settings-table.js';
import { read, root } from './source-files.js';

const page = 'docs/guide/when-your-service-differs.md';

/** Everything after this line of the page is generated. */
const marker =
  '<!-- Generated from src/dialect/settings.ts. Run `npx vitest run test/docs/settings-table.test.ts -u`. -->';

test('the guide lists every setting of a dialect as it is declared', async () => {
  const [text, ...rest] = read(page).split(marker);
  expect(rest).toHaveLength(1);
  await expect(`${text}${marker}\n\n${settingsTable()}\n`).toMatchFileSnapshot(root + page);
});
