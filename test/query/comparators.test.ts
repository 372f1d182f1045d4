import type { FieldKind } from 'payments-data-client';
import { expect, test } from 'vitest';
import { combinators, quantifiers } from '../../src/query/filter.js';
import { comparators } from '../../src/schema/kinds.js';
import { queryErrorMessage } from '../fixtures/failure.js';
import { everyKind } from './every-kind.js';
import { parseWhere } from './parse.js';

// Copied from the API specification, not from the code; `contains` and `not_contains` on text are
// decision 12, booleans are decision 16.
const specified: Record<FieldKind, string> = {
  string: 'eq neq in not_in gt lt gte lte like contains not_contains',
  uuid: 'eq neq in not_in gt lt gte lte like contains not_contains',
  decimal: 'eq neq in not_in gt lt gte lte like contains not_contains',
  number: 'eq neq in not_in gt lt gte lte',
  integer: 'eq neq in not_in gt lt gte lte',
  date: 'eq neq in not_in gt lt gte lte',
  enumeration: 'eq neq in not_in',
  boolean: 'eq neq',
  json: 'eq neq contains not_contains exists not_exists',
};

const kinds = Object.keys(specified) as FieldKind[];
const everyComparator = [...new Set(Object.values(specified).flatMap((row) => row.split(' ')))];

const operands: Record<FieldKind, unknown> = {
  string: 'a',
  uuid: 'a',
  decimal: '1.50',
  number: 1.5,
  integer: 1,
  date: '2026-01-31T12:00:00Z',
  enumeration: 'open',
  boolean: true,
  json: { a: 1 },
};

function operandOf(comparator: string, kind: FieldKind): unknown {
  if (comparator === 'in' || comparator === 'not_in') return [operands[kind]];
  if (comparator === 'exists' || comparator === 'not_exists' || comparator === 'like') return 'a';
  return comparator.endsWith('contains') && kind !== 'json' ? 'a' : operands[kind];
}

test('each kind of field has the comparators of the API specification [general 5]', () => {
  const table = Object.fromEntries(
    Object.entries(comparators).map(([kind, row]) => [kind, row.join(' ')]),
  );
  expect(table).toEqual(specified);
});

test.each(kinds)('a %s field accepts its comparators [decision 16]', (kind) => {
  for (const comparator of specified[kind].split(' ')) {
    const operand = operandOf(comparator, kind);
    const { filter, json } = parseWhere(everyKind, 'things', { [kind]: { [comparator]: operand } });
    expect(json).toEqual({ [kind]: { [comparator]: operand } });
    expect(filter).toBe(`${kind} ${comparator} ${JSON.stringify(operand)}`);
  }
});

test.each(kinds)(
  'a %s field rejects the comparators of other kinds [general 5] [decision 16]',
  (kind) => {
    const own = specified[kind].split(' ');
    const foreign = everyComparator.filter((comparator) => !own.includes(comparator));
    expect(foreign.length).toBeGreaterThan(1);
    for (const comparator of foreign) {
      const message = queryErrorMessage(() =>
        parseWhere(everyKind, 'things', { [kind]: { [comparator]: operandOf(comparator, kind) } }),
      );
      expect(message).toBe(
        `where.${kind}: \`${comparator}\` is not a comparator of ${kind} fields. Use ${own.join(', ')}.`,
      );
    }
  },
);

test('quantifiers and combinators are those of the API specification', () => {
  expect(quantifiers).toEqual(['some', 'none', 'every']);
  expect(Object.keys(combinators)).toEqual(['AND', 'OR']);
});
