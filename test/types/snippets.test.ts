import { describe, expect, it } from 'vitest';
import { edgeCases } from './edge-cases.js';
import { complain, versions } from './lib/compiler.js';
import { prelude } from './lib/prelude.js';
import { type Refusal, refusals } from './refusals.js';

const refused: readonly Refusal[] = [
  ...refusals,
  ...edgeCases.flatMap(({ number, refused = [] }) =>
    refused.map((one) => ({ rule: `Edge ${number}`, ...one })),
  ),
];
const accepted = edgeCases.flatMap(({ number, says, accepted = [] }) =>
  accepted.map((code) => ({ name: `Edge ${number}, ${says}: ${code}`, code })),
);

/** One snippet a line, so that each complaint belongs to one of them. */
const file =
  prelude +
  [...refused, ...accepted]
    .map(({ code }, index) => `export const s${index} = () => ${code};`)
    .join('\n');
const firstLine = prelude.split('\n').length - 1;

/**
 * The compiler prints whole types at each step for a value that is not written at the call, a
 * choice between literals, and an `undefined` under `exactOptionalPropertyTypes`.
 */
const isSpelledOut = ({ code }: Refusal) =>
  !/frozen|loose|typo|widened|mixedArms|flag \?|undefined|maybe|search/.test(code);

describe.each(versions)('TypeScript %s', (version) => {
  const complaints = complain(version, file);
  const of = (index: number) => complaints.filter(({ line }) => line === firstLine + index);

  it.each(
    refused.map(
      ({ rule, code, ...expected }, index) => [`${rule}: ${code}`, expected, index] as const,
    ),
  )('refuses %s', (_, { key, words }, index) => {
    const all = of(index);
    expect(all[0]?.at.match(/^('?)[\w-]+\1/)?.[0] ?? 'nothing').toBe(key);
    for (const { message } of all) expect(message).toContain(words);
  });

  it.each(accepted.map(({ name }, index) => [name, index] as const))('accepts %s', (_, index) => {
    expect(of(refused.length + index)).toEqual([]);
  });

  it('says so in at most 400 characters, where an error stands at a key of a literal', () => {
    const long = complaints.filter(({ line, message }) => {
      const one = refused[line - firstLine];
      return one && message.length > (isSpelledOut(one) ? 400 : 950);
    });
    expect(long).toEqual([]);
  });

  it('finds nothing wrong with what the snippets stand on', () => {
    expect(complaints.filter(({ line }) => line < firstLine)).toEqual([]);
  });
});

it('There are at least eighty refusals, over every rule that a compiler can hold', () => {
  expect(refusals.length).toBeGreaterThanOrEqual(80);
  const rules = new Set(refusals.map(({ rule }) => rule));
  for (const rule of [
    'I1',
    'I2',
    'I4',
    'I5',
    'I6',
    'I8',
    'I9',
    'I11',
    'W1',
    'W2',
    'W3',
    'W4',
    'W7',
    'W9',
  ])
    expect(rules).toContain(rule);
});

it('Each of the 54 edge cases has its verdict', () => {
  expect(edgeCases.map(({ number }) => number)).toEqual(
    Array.from({ length: 54 }, (_, index) => index + 1),
  );
  for (const { refused, accepted, elsewhere } of edgeCases)
    expect((refused ?? accepted ?? [elsewhere]).length).toBeGreaterThan(0);
});
