import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');

interface Rule {
  readonly name: string;
  /** What stands in the columns of types, client and mock, without the backticks. */
  readonly places: readonly string[];
  readonly proofs: readonly { readonly file: string; readonly names: readonly string[] }[];
}

const rules: Rule[] = read('docs/rules.md')
  .split('\n')
  .filter((line) => /^\| *(?:general|include|where|authentication|decision) \d/.test(line))
  .map((line) => {
    const [name = '', , types = '', client = '', mock = '', proof = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const places = [types, client, mock].flatMap((cell) => cell.match(/`[^`]+`/g) ?? []);
    return { name, places: places.map((place) => place.slice(1, -1)), proofs: proofsOf(proof) };
  });

function proofsOf(cell: string): Rule['proofs'] {
  return cell
    .split('<br>')
    .filter((part) => part.startsWith('`'))
    .map((part) => ({
      file: part.split('`')[1] ?? '',
      names: [...part.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name),
    }));
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

/** All that the source exports by name. */
const exported = new Set(
  readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...read(`src/${file}`).matchAll(
        /^export (?:declare )?(?:async )?(?:abstract )?(?:function|class|const|type|interface)\*? (\w+)/gm,
      ),
    ])
    .map(([, name = '']) => name),
);

/** What stands before the name of a test, of a group, of a row of a test of each, and of a snippet for the compiler. */
const beforeName =
  /(?:(?:^|\n)\s*(?:test|it|describe|group)(?:\.\w+)?(?:\([^;]*\))?\(|\[|\b(?:refusal|refuse|accept)\((?:\s*\d+,)?)\s*$/;

/** Whether a file holds a test, a group of tests or a literal case of that name. */
function holds(file: string, name: string): boolean {
  if (file.endsWith('.json')) return JSON.parse(read(file)).title === name;
  const source = read(file);
  return [`'${name}'`, `"${name}"`, `\`${name}\``].some((title) =>
    source
      .split(title)
      .slice(0, -1)
      .some((before) => beforeName.test(before.slice(before.lastIndexOf(';') + 1))),
  );
}

describe('the table of rules', () => {
  test('has one row for each rule and each decision, in their order', () => {
    expect(rules.map(({ name }) => name)).toEqual([
      ...numbered('general', 6),
      ...numbered('include', 11),
      ...numbered('where', 9),
      ...numbered('authentication', 7),
      ...numbered('decision', 35),
    ]);
  });

  test.each(rules)('names tests that exist for $name', ({ proofs }) => {
    expect(proofs.length).toBeGreaterThan(0);
    for (const { file, names } of proofs) {
      expect(existsSync(root + file), file).toBe(true);
      expect(names.length, file).toBeGreaterThan(0);
      for (const name of names) expect(holds(file, name), `${file} "${name}"`).toBe(true);
    }
  });

  test.each(rules)('names files and exports that exist for $name', ({ places }) => {
    expect(places.length).toBeGreaterThan(0);
    for (const place of places)
      expect(place.startsWith('src/') ? existsSync(root + place) : exported.has(place), place).toBe(true);
  });

  test('would notice a test that does not exist', () => {
    expect(holds('test/query/include.test.ts', 'rule 12: there is none')).toBe(false);
    expect(holds('test/wire/cases/include-none.json', 'nothing')).toBe(false);
  });
});

describe('the index of decisions', () => {
  const index = read('docs/decisions/README.md');
  const entries = [...index.matchAll(/^\| (\d+) +\| .*\]\((.+)#.*\)/gm)].map(([, number, page]) => ({
    number: Number(number),
    page: String(page),
  }));

  test('lists each decision once', () => {
    const numbers = entries.map(({ number }) => number).sort((left, right) => left - right);
    expect(numbers).toEqual(Array.from({ length: 35 }, (_, i) => i + 1));
  });

  test.each(entries)(
    'links decision $number to its context, decision and alternatives',
    ({ number, page }) => {
      const sections = read(`docs/decisions/${page}`).split(/^## /m);
      const section = sections.find((part) => part.startsWith(`${number}. `));
      const labels = section?.match(/^\*\*\w+\.\*\*/gm);
      expect(labels).toEqual(['**Context.**', '**Decision.**', '**Alternatives.**']);
    },
  );
});
