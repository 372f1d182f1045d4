import { expect, test } from 'vitest';
import { fieldsTable } from './fields-table.js';
import { settingsTable } from './settings-table.js';
import { read, root } from './source-files.js';

/** Everything after this line of a page is generated. */
const marker = (source: string) =>
  `<!-- Generated from ${source}. Run \`npx vitest run test/docs/tables.test.ts -u\`. -->`;

test.each([
  ['every setting of a dialect', 'settings.md', 'src/tools/setting-descriptions.ts', settingsTable],
  ['every field and relation', 'fields.md', 'src/schema', fieldsTable],
])('the guide lists %s as it is declared', async (_, name, source, table) => {
  const page = `docs/guide/${name}`;
  const [text, ...rest] = read(page).split(marker(source));
  expect(rest).toHaveLength(1);
  await expect(`${text}${marker(source)}\n\n${table()}\n`).toMatchFileSnapshot(root + page);
});
