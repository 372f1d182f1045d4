import { expect, test } from 'vitest';
import { string } from '../../../src/schema/field.js';
import { operandsOf } from '../../../src/tools/connect/queries/operands.js';
import { mostVaried } from '../../../src/tools/connect/sample/sample-rows.js';

// SQLite ignores the case of A to Z only, and other databases that of every letter.

test('a row with a letter beyond ASCII is compared before others', () => {
  const rows = ['ab', 'cd', 'Zoë'].map((name) => ({ name }));
  expect(mostVaried(rows, 2)).toEqual([{ name: 'ab' }, { name: 'Zoë' }]);
});

test('a letter beyond ASCII is asked for in another case before others', () => {
  const partsOf = (...names: string[]) =>
    operandsOf(
      'name',
      string(),
      names.map((name) => ({ name })),
    )('partOtherCase');
  expect(partsOf('abcde', 'Zoë', '10 €').slice(0, 1)).toEqual(['OË']);
  expect(partsOf('abcde')).toEqual(['BCD']);
});
