import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { compileSnippets } from './compile-snippets.js';
import { read, root, type Snippet } from './extract-snippets.js';
import { runSnippet } from './run-snippet.js';

const folder = scratchFolder('mistakes');
const page = 'docs/guide/debugging.md';
const lines = read(page).split('\n');
const types = lines.findIndex((text) => text.includes('the compiler says'));

/** `` | `code` | ``message`` | `code` | `` */
const row = /^\| `([^`]+)` \| ``(.*)`` \| `([^`]+)` \|$/;

const mistakes = lines.flatMap((text, line) => {
  const [, wrong, , right] = row.exec(text) ?? [];
  return wrong && right ? [{ line, wrong: snippet(wrong, line), right: snippet(right, line) }] : [];
});

function snippet(expression: string, line: number): Snippet {
  return { page, line, language: 'ts', isRun: true, code: `await (${expression});\n` };
}

const messageOf = ({ message }: Error) => message;

/** The messages: of the compiler for the mistakes in types, and of the error for all others. */
async function findMessages(): Promise<string[]> {
  const ofTypes = mistakes.filter(({ line }) => line > types);
  const compiled = compileSnippets(ofTypes.map(({ wrong }) => wrong));
  const messages: string[] = [];
  for (const { line, wrong } of mistakes) {
    const place = `${page}:${line}: `;
    const problem = compiled.find((text) => text.startsWith(place));
    const thrown = () => runSnippet(wrong, folder).then(() => 'no error', messageOf);
    messages.push(problem?.slice(place.length) ?? (await thrown()));
  }
  return messages;
}

/** Code that begins or ends with a backtick needs a space there. */
const code = (text: string) => (/^`|`$/.test(text) ? `\`\` ${text} \`\`` : `\`\`${text}\`\``);

test('the page has the message of each mistake; `-u` writes them', {
  timeout: 120_000,
}, async () => {
  expect(mistakes.length).toBeGreaterThan(12);
  const written = [...lines];
  for (const [index, message] of (await findMessages()).entries()) {
    const line = mistakes[index]?.line ?? 0;
    const [, wrong, , right] = row.exec(lines[line] ?? '') ?? [];
    written[line] = `| \`${wrong}\` | ${code(message)} | \`${right}\` |`;
  }
  await expect(written.join('\n')).toMatchFileSnapshot(join(root, page));
});

test('what the page advises compiles and runs', { timeout: 120_000 }, async () => {
  expect(compileSnippets(mistakes.map(({ right }) => right))).toEqual([]);
  for (const { right } of mistakes)
    await runSnippet({ ...right, line: right.line + 1_000 }, folder);
});
