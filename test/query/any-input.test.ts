import fc from 'fast-check';
import json5 from 'json5';
import { type FieldKind, isQueryError, type JsonObject } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect.js';
import { parseQuery, writeQuery } from '../../src/query/query.js';
import { writeRelaxedJson } from '../../src/query/relaxed-json.js';
import { comparators } from '../../src/schema/kinds.js';
import { everyKind } from './every-kind.js';
import { parseInclude, parseWhere } from './parse.js';

const words = [
  ...[
    'where',
    'include',
    'orderBy',
    'take',
    'AND',
    'OR',
    'some',
    'none',
    'every',
    'eq',
    'in',
    'gte',
    'like',
  ],
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

/** Values of every JavaScript type, in objects whose keys are often those of a query. */
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
    fc
      .array(fc.tuple(fc.constantFrom(...words), tie('value')), { maxLength: 3 })
      .map(Object.fromEntries),
    fc
      .array(fc.tuple(fc.constantFrom(...words), tie('value')), { maxLength: 3 })
      .map(Object.fromEntries),
  ),
})).value;

/** The result of a check, or `undefined` after a QueryError. Other errors are thrown. */
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

describe('any value', () => {
  test('as a filter is rejected with its path, or the copy that is sent has the same meaning', () => {
    const check = (where: unknown) => parseWhere(everyKind, 'things', where);
    let accepted = 0;
    fc.assert(
      fc.property(anything, (value) => {
        const checked = attempt(() => check(value));
        if (!checked) return;
        accepted++;
        expect(check(read(checked.json))).toEqual(checked);
      }),
      { seed: 1, numRuns: 4000 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  test('as an include is rejected with its path, or the copy that is sent has the same meaning', () => {
    const check = (include: unknown) => parseInclude(everyKind, 'things', include);
    let accepted = 0;
    fc.assert(
      fc.property(anything, (value) => {
        const checked = attempt(() => check(value));
        if (!checked) return;
        accepted++;
        expect(check(read(checked.json))).toEqual(checked);
      }),
      { seed: 2, numRuns: 4000 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  test('as a list query is written or rejected', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const checked = attempt(() => parseQuery(everyKind, 'things', value));
        if (checked)
          expect(writeQuery(checked, resolveDialect('test'))).toMatch(
            /^(?:\w+=[^&#\s]+(?:&\w+=[^&#\s]+)*)?$/,
          );
      }),
      { seed: 3, numRuns: 4000 },
    );
  });
});

/** Whether each integer in a JSON value is a safe integer. */
const isExact = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isExact)
    : !Number.isInteger(value) || Number.isSafeInteger(value);

/** Valid operands of each kind. */
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

const validComparison = fc
  .constantFrom(...(Object.keys(comparators) as FieldKind[]))
  .chain((kind) =>
    fc.constantFrom(...comparators[kind]).chain((comparator) => {
      const text = fc.string({ unit: 'binary', minLength: 1 });
      const operand: fc.Arbitrary<unknown> =
        comparator === 'in' || comparator === 'not_in'
          ? fc.array(operands[kind], { maxLength: 4 })
          : comparator.endsWith('exists')
            ? text.filter((path) => !/^[$/]|\[/.test(path))
            : comparator === 'like'
              ? text
              : comparator.endsWith('contains')
                ? kind === 'json'
                  ? fc.dictionary(fc.string(), operands.json, { maxKeys: 3 })
                  : text
                : operands[kind];
      return operand.map((value): object => ({ [kind]: { [comparator]: value } }));
    }),
  );

const validFilter = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    validComparison,
    fc.array(validComparison, { maxLength: 4 }).map((parts): object => Object.assign({}, ...parts)),
    fc
      .tuple(fc.constantFrom('AND', 'OR'), fc.array(tie('filter'), { maxLength: 3 }))
      .map(([combinator, filters]) => ({ [combinator]: filters })),
    fc
      .tuple(fc.constantFrom('some', 'none', 'every'), tie('filter'))
      .map(([quantifier, things]) => ({ parts: { [quantifier]: { things: { some: things } } } })),
    tie('filter').map((things) => ({ maker: { name: 'a', things: { every: things } } })),
  ),
})).filter;

/** Objects that are no constraint. */
const unconstrained = fc.constantFrom<object>(
  ...Object.keys(comparators).flatMap((kind) => (kind === 'json' ? [] : [{ [kind]: {} }])),
  { maker: {} },
  { maker: { name: {} } },
);

test('an object without comparators changes nothing, wherever it is [decision 18]', () => {
  fc.assert(
    fc.property(validFilter, unconstrained, (filter, nothing) => {
      fc.pre(Object.keys(nothing).every((key) => !Object.hasOwn(filter, key)));
      const check = (where: unknown) => parseWhere(everyKind, 'things', where);
      const before = check({ ...filter, label: 'a' });
      expect(check({ ...nothing, ...filter, label: 'a' })).toEqual(before);
      const inside = (part: object) => ({ parts: { none: { things: { some: { OR: [part] } } } } });
      expect(check(inside({ ...nothing, ...filter }))).toEqual(check(inside(filter)));
    }),
    { seed: 5, numRuns: 1000 },
  );
});

test('every valid filter is accepted, and the copy that is sent has the same meaning', () => {
  fc.assert(
    fc.property(validFilter, (where) => {
      const checked = parseWhere(everyKind, 'things', where);
      expect(parseWhere(everyKind, 'things', read(checked.json))).toEqual(checked);
    }),
    { seed: 4, numRuns: 2000 },
  );
});
