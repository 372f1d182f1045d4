import fc from 'fast-check';
import json5 from 'json5';
import { describe, expect, test } from 'vitest';
import { isQueryError } from '../../src/errors/usage-errors.js';
import { comparators } from '../../src/query/comparators.js';
import { checkInclude } from '../../src/query/include.js';
import { checkListQuery, writeListQuery } from '../../src/query/list-query.js';
import { writeRelaxedJson } from '../../src/query/relaxed-json.js';
import type { FieldKind, JsonObject } from '../../src/schema/field.js';
import { checkWhere } from './check-where.js';
import { everyKind } from './every-kind.js';

const words = [
  ...['where', 'include', 'orderBy', 'take', 'AND', 'OR', 'some', 'none', 'every', 'eq', 'in', 'gte', 'like'],
  ...[
    'contains',
    'exists',
    'id',
    'string',
    'decimal',
    'date',
    'json',
    'parts',
    'owner',
    'label',
    'nullable_date',
  ],
  ...['__proto__', 'constructor', 'toString', 'length', ''],
];

/** Values of every type of the language, in objects whose keys are often words of a query. */
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      maxDepth: 1,
    }),
    fc.constantFrom(true, false, null, undefined, 0, '1.5', '2026-01-31T12:00:00Z', 'a', {}, []),
    fc.constantFrom<unknown>(
      Symbol('s'),
      () => 1,
      new Proxy({}, {}),
      new Date(Number.NaN),
      Object.create(Date.prototype),
      Number.NaN,
      '\ud800',
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...words), tie('value')), { maxLength: 3 }).map(Object.fromEntries),
    fc.array(fc.tuple(fc.constantFrom(...words), tie('value')), { maxLength: 3 }).map(Object.fromEntries),
  ),
})).value;

/** What a check makes of a value, or nothing where it refuses; anything but a QueryError is thrown. */
function attempt<Result>(check: () => Result): Result | undefined {
  try {
    return check();
  } catch (error) {
    if (!isQueryError(error)) throw error;
    expect(error.message.startsWith(`${error.path}: `)).toBe(true);
    return undefined;
  }
}

const read = (json: JsonObject): unknown => json5.parse(`{${writeRelaxedJson(json)}}`);

describe('whatever is given', () => {
  test('a filter has a meaning, which what is sent has too, or is refused with its path', () => {
    const check = (where: unknown) => checkWhere(everyKind, 'things', where);
    let meaningful = 0;
    fc.assert(
      fc.property(anything, (value) => {
        const checked = attempt(() => check(value));
        if (!checked) return;
        meaningful++;
        expect(check(read(checked.json))).toEqual(checked);
      }),
      { seed: 1, numRuns: 4000 },
    );
    expect(meaningful).toBeGreaterThan(20);
  });

  test('an include has a meaning, which what is sent has too, or is refused with its path', () => {
    const check = (include: unknown) => checkInclude(everyKind, 'things', include);
    let meaningful = 0;
    fc.assert(
      fc.property(anything, (value) => {
        const checked = attempt(() => check(value));
        if (!checked) return;
        meaningful++;
        expect(check(read(checked.json))).toEqual(checked);
      }),
      { seed: 2, numRuns: 4000 },
    );
    expect(meaningful).toBeGreaterThan(20);
  });

  test('a query of a list is written or refused', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const checked = attempt(() => checkListQuery(everyKind, 'things', value));
        if (checked) expect(writeListQuery(checked)).toMatch(/^(?:\w+=[^&#\s]+(?:&\w+=[^&#\s]+)*)?$/);
      }),
      { seed: 3, numRuns: 4000 },
    );
  });
});

/** Whether JSON holds no integer that a number cannot hold. */
const isExact = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isExact)
    : !Number.isInteger(value) || Number.isSafeInteger(value);

/** Any operand that a kind takes. */
const operands: Record<FieldKind, fc.Arbitrary<unknown>> = {
  string: fc.string({ unit: 'binary' }),
  uuid: fc.uuid(),
  enumeration: fc.string(),
  decimal: fc.oneof(
    fc.bigInt(),
    fc.stringMatching(/^-?[0-9]{1,30}(\.[0-9]{1,20})?$/),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
  ),
  number: fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.maxSafeInteger(),
    fc.maxSafeInteger().map(BigInt),
  ),
  integer: fc.maxSafeInteger(),
  boolean: fc.boolean(),
  date: fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }),
  json: fc.jsonValue({ maxDepth: 3 }).filter((value) => value !== null && isExact(value)),
};

const rightComparison = fc.constantFrom(...(Object.keys(comparators) as FieldKind[])).chain((kind) =>
  fc.constantFrom(...comparators[kind]).chain((comparator) => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    const operand: fc.Arbitrary<unknown> =
      comparator === 'in' || comparator === 'not_in'
        ? fc.array(operands[kind], { maxLength: 4 })
        : comparator === 'like' || comparator.endsWith('exists')
          ? text
          : comparator.endsWith('contains')
            ? kind === 'json'
              ? fc.dictionary(fc.string(), operands.json, { maxKeys: 3 })
              : text
            : operands[kind];
    return operand.map((value): object => ({ [kind]: { [comparator]: value } }));
  }),
);

const rightFilter = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    rightComparison,
    fc.array(rightComparison, { maxLength: 4 }).map((parts): object => Object.assign({}, ...parts)),
    fc
      .tuple(fc.constantFrom('AND', 'OR'), fc.array(tie('filter'), { maxLength: 3 }))
      .map(([combinator, filters]) => ({ [combinator]: filters })),
    fc
      .tuple(fc.constantFrom('some', 'none', 'every'), tie('filter'))
      .map(([quantifier, things]) => ({ parts: { [quantifier]: { things: { some: things } } } })),
  ),
})).filter;

test('every right filter is taken, and what is sent means the same', () => {
  fc.assert(
    fc.property(rightFilter, (where) => {
      const checked = checkWhere(everyKind, 'things', where);
      expect(checkWhere(everyKind, 'things', read(checked.json))).toEqual(checked);
    }),
    { seed: 4, numRuns: 2000 },
  );
});
