import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { read, root, setup } from './extract-snippets.js';

const folder = scratchFolder('mistakes');

/** The page's tables of common mistakes: `` | `code` | ``message`` | `code` | `` */
const page = 'docs/guide/debugging.md';
const pageRow = /^\| `([^`]+)` \| ``(.*)`` \| `([^`]+)` \|$/;
const [beforeTypes = ''] = read(page).split('The compiler reports these');
const advice = [...read(page).matchAll(new RegExp(pageRow, 'gm'))].map(([, , , code = '']) => code);

/** What people write who know another package: who, code, what to write, compiler, client. */
const list = 'test/snippets/mistakes.md';
const listRow = /^\| \w+ \| `([^`]+)` \| (?:`(.+?)`|\*.+\*) \| /;

/** The messages of each expression: the first line of TypeScript 7.0, and of the error. */
const messages = new Map<string, readonly [compiler: string, client: string]>();

beforeAll(async () => {
  const rows = `${read(page)}${read(list)}`.split('\n');
  const wrong = rows.flatMap((row) => (pageRow.exec(row) ?? listRow.exec(row))?.[1] ?? []);
  const codes = [...wrong, ...advice];
  const calls = codes.map((code) => `async () => (${code}),\n`).join('');
  writeFileSync(join(folder, 'calls.mts'), `${setup}export const calls = [\n${calls}];\n`);
  const config = { extends: join(root, 'tsconfig.json'), files: ['calls.mts'], include: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript-7.0/bin/tsc');
  const { stdout } = await promisify(execFile)('node', [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
  }).catch((error) => error); // it exits with 1
  const first = setup.split('\n').length;
  const problems = new Map<number, string>();
  for (const [, line, text = ''] of stdout.matchAll(
    /^calls\.mts\((\d+),\d+\): error TS\d+: (.+)$/gm,
  ))
    if (!problems.has(line - first)) problems.set(line - first, text);
  const loaded = await import(/* @vite-ignore */ join(folder, 'calls.mts'));
  for (const [index, code] of codes.entries()) {
    const client = await loaded.calls[index]().then(
      () => '',
      ({ message }: Error) => message,
    );
    messages.set(code, [problems.get(index + 1) ?? '', client]);
  }
}, 120_000);

/** Code in a table. Text that begins or ends with a backtick needs a space there. */
const toCode = (text: string) => {
  const cell = text.replaceAll('|', '\\|');
  return /^`|`$/.test(cell) ? `\`\` ${cell} \`\`` : cell && `\`\`${cell}\`\``;
};

test('the page has the message of each mistake; `-u` writes them', async () => {
  const written = read(page).replaceAll(new RegExp(pageRow, 'gm'), (row, wrong, _, right, at) => {
    const [compiler, client] = messages.get(wrong) ?? [];
    const message = at < beforeTypes.length ? client : compiler;
    return message ? `| \`${wrong}\` | ${toCode(message)} | \`${right}\` |` : `${row} no error`;
  });
  expect(advice.length).toBeGreaterThan(12);
  await expect(written).toMatchFileSnapshot(join(root, page));
});

test('what the page advises compiles and runs', () => {
  expect(advice.filter((code) => messages.get(code)?.join(''))).toEqual([]);
});

test('a sentence of the compiler is in the message of the client, too', () => {
  const sentences = [...messages.values()].flatMap(([compiler, client]) =>
    [...compiler.matchAll(/"(.+?)"'/g)].map(([, text = '']) => [text.split('. ')[0], client]),
  );
  expect(sentences.filter(([text = '', client]) => !client?.includes(text))).toEqual([]);
  expect(sentences.length).toBeGreaterThan(10);
});

test('a message leads to what people of other packages should write', async () => {
  const misleading: string[] = [];
  const written = read(list)
    .split('\n')
    .map((row) => {
      const [start, code = '', word = ''] = listRow.exec(row) ?? [];
      if (!start) return row;
      const [compiler = '', client = ''] = messages.get(code) ?? [];
      const advised = client.replace(/ (?:Use|The options are) \w+(?:, \w+)+\.$/, '');
      if (!advised.includes(word)) misleading.push(code);
      return `${start}${toCode(compiler)} | ${toCode(client)} |`;
    });
  expect(misleading).toEqual([]);
  await expect(written.join('\n')).toMatchFileSnapshot(join(root, list));
});
