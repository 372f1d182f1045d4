import { describe, expect, it } from 'vitest';
import { complain, type Version } from './compiler.js';
import { prelude } from './prelude.js';
import { table } from './table.js';

// The rule of the API specification (`I` for include, `W` for where) or the decision (`D`); the text
// at which the error stands; what its message has; the code.
const refused = table('refusals.txt', 4);
const accepted = table('accepted.txt', 2);

/** One snippet a line, so that each complaint belongs to one of them. */
const file =
  prelude +
  [...refused, ...accepted]
    .map((row, index) => `export const s${index} = () => ${row.at(-1)};`)
    .join('\n');
const firstLine = prelude.split('\n').length - 1;

/**
 * The compiler prints whole types at each step for a value that is not written at the call, a
 * choice between literals, and an `undefined` under `exactOptionalPropertyTypes`.
 */
const isSpelledOut = (code: string) =>
  !/frozen|loose|typo|widened|mixedArms|flag \?|undefined|maybe|search|\[|words/.test(code);

/** Tests what a compiler refuses and accepts. */
export const testSnippets = (version: Version) =>
  describe(`TypeScript ${version}`, () => {
    const complaints = complain(version, file);
    const complaintsOf = (index: number) =>
      complaints.filter(({ line }) => line === firstLine + index);

    it.each(
      refused.map(([rule, key, words, code], index) => [rule, code, key, words, index] as const),
    )('refuses %s: %s', (_, __, key, words, index) => {
      const all = complaintsOf(index);
      expect(all[0]?.at.match(/^('?)[\w-]+\1/)?.[0] ?? 'nothing').toBe(key);
      for (const { message } of all) expect(message).toContain(words);
    });

    it.each(accepted.map(([says, code], index) => [says, code, index] as const))(
      'accepts %s: %s',
      (_, __, index) => {
        expect(complaintsOf(refused.length + index)).toEqual([]);
      },
    );

    it('says so in at most 400 characters, where an error stands at a key of a literal', () => {
      const long = complaints.filter(({ line, message }) => {
        const code = refused[line - firstLine]?.at(-1);
        return code !== undefined && message.length > (isSpelledOut(code) ? 400 : 950);
      });
      expect(long).toEqual([]);
    });

    it('finds nothing wrong with what the snippets use', () => {
      expect(complaints.filter(({ line }) => line < firstLine)).toEqual([]);
    });
  });

/** Tests that no rule is forgotten. */
export const testRules = () =>
  it('over every rule that a compiler can check, there are refusals', () => {
    const rules = new Set(refused.map(([rule]) => rule));
    for (const rule of 'I1 I2 I4 I5 I6 I8 I9 I11 W1 W2 W3 W4 W7 W9'.split(' '))
      expect(rules).toContain(rule);
  });
