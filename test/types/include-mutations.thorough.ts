import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { paymentsSchema } from '../../src/schema/payments-schema.js';
import type { Resources } from '../../src/schema/resources.js';
import { parseInclude } from '../query/parse.js';
import { complain } from './lib/compiler.js';
import { type Chance, createChance } from './lib/random.js';
import { drawWholeInclude } from './lib/random-include.js';

const schema: Resources = { ...paymentsSchema };
const lists = ['balances', 'accounts', 'transactions', 'transactionLines'] as const;
const COUNT = 2_000;

/**
 * Changes of one place in an include: what is looked for, and what may stand there in its place.
 */
const mutations: Readonly<Record<string, readonly [place: RegExp, texts: readonly string[]]>> = {
  'another name': [/\b[a-z_]+(?=:)/gi, ['nmae', 'name', 'unit', 'like']],
  'a flag that is none': [/\b(true|false|v\[\d\])/g, ['1', "'x'", 'null', '[]', '{}', '() => 1']],
  'another flag': [/\b(true|false|v\[\d\])/g, ['true', 'false', 'v[0]', 'undefined']],
  'an unknown key': [
    /(?<!(?:contains|eq|colour|size|a): )\{ /g,
    ["{ nmae: 'x', ", '{ nmae: true, ', '{ nmae: {}, '],
  ],
  'a flag more': [
    /\{ /g,
    ['{ name: true, ', '{ name: false, ', '{ ...(v[0] ? { name: true } : {}), '],
  ],
  'another operand': [/"[^"]*"/g, ['1', 'true', '[]', '{ lke: 1 }', '{ like: true }', '() => 1']],
  'another object in a filter': [
    /\{ (?=[gl]te?:|n?eq:|like:)/g,
    ['{ lke: 1, ', '{ some: {}, ', '{ ...(v[0] ? { gt: true } : {}), '],
  ],
  'a filter more': [/\{ /g, ["{ where: { name: 'x' }, ", '{ include: {}, ', '{ OR: [{}], ']],
};

interface Case {
  readonly name: string;
  readonly text: string;
  readonly mutation: string;
}

function mutate(text: string, chance: Chance): Pick<Case, 'text' | 'mutation'> {
  const mutation = chance.pick(Object.keys(mutations));
  const [place, texts] = mutations[mutation] ?? [/$/g, []];
  const places = [...text.matchAll(place)];
  if (places.length === 0) return { text, mutation: 'none' };
  const { index, 0: old } = chance.pick(places);
  return {
    text: text.slice(0, index) + chance.pick(texts) + text.slice(index + old.length),
    mutation,
  };
}

const cases = Array.from({ length: COUNT }, (_, index): Case => {
  const chance = createChance(10_000 + index);
  const name = chance.pick(lists);
  const drawing = { schema, chance, variables: 0, isInChoice: false, note: () => {} };
  return { name, ...mutate(drawWholeInclude(drawing, name, 4).text, chance) };
});

const opening = `import { createClient } from 'payments-data-client';
const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key' });
declare const v: boolean[];
`;
const file =
  opening +
  cases
    .map(
      ({ name, text }, index) =>
        `export const c${index} = () => client.${name}.list({ include: ${text} });`,
    )
    .join('\n');

/** Whether the check before sending takes an include, however its variables turn out. */
function isTaken({ name, text }: Case): boolean {
  const build: (v: readonly boolean[]) => unknown = runInThisContext(`(v) => (${text})`);
  const outcomes = Array.from({ length: 16 }, (_, bits) =>
    [1, 2, 4, 8].map((bit) => (bits & bit) !== 0),
  );
  return outcomes.every((outcome) => {
    try {
      const include = build(outcome);
      if (include !== undefined) parseInclude(schema, name, include);
      return true;
    } catch {
      return false;
    }
  });
}

describe.each(['6.0', '7.0'] as const)(
  `Of ${COUNT} includes that were changed in one place`,
  { timeout: 60_000 },
  (version) => {
    const options = { noUncheckedIndexedAccess: false };
    const first = opening.split('\n').length - 1;
    const complained = new Set(complain(version, file, options).map(({ line }) => line - first));
    const accepted = cases.filter((_, index) => !complained.has(index));

    it(`TypeScript ${version} accepts none that the check before sending refuses`, () => {
      const unsound = accepted
        .filter((one) => !isTaken(one))
        .map(({ name, text }) => `${name} ${text}`);
      expect(unsound.sort((one, two) => one.length - two.length)[0]).toBeUndefined();
    });

    it(`TypeScript ${version} refuses some and accepts some of each change`, () => {
      for (const mutation of Object.keys(mutations)) {
        const all = cases.filter((one) => one.mutation === mutation).length;
        const right = accepted.filter((one) => one.mutation === mutation).length;
        expect([mutation, all - right >= 20]).toEqual([mutation, true]);
        expect([mutation, right > 0]).toEqual([mutation, mutation !== 'an unknown key']);
      }
    });
  },
);
