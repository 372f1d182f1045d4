import fc from 'fast-check';
import json5 from 'json5';
import { isQueryError, type JsonObject } from 'payments-data-client';
import { expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect.js';
import { parseQuery, writeQuery } from '../../src/query/query.js';
import { writeRelaxedJson } from '../../src/query/relaxed-json.js';
import type { FieldKind } from '../../src/schema/field.js';
import { comparators } from '../../src/schema/kinds.js';
import { everyKind } from './every-kind.js';
import { parseInclude, parseWhere, showSelection } from './parse.js';

const words =
  'where include orderBy take AND OR some none every eq in gte like contains exists id string decimal date json parts owner label nullable_date __proto__ constructor toString length';

const constants = fc.constantFrom<unknown>(
  ...[true, false, null, undefined, 0, '1.5', '2026-01-31T12:00:00Z', 'a', {}, [], '\ud800'],
  ...[Symbol('s'), () => 1, new Proxy({}, {}), Object.create(Date.prototype), Number.NaN],
  new Date(Number.NaN),
);

/** Values of every JavaScript type, in objects whose keys are often those of a query. */
const anything = fc.letrec<{ value: unknown }>((tie) => {
  const key = fc.constantFrom('', ...words.split(' '));
  const members = fc.array(fc.tuple(key, tie('value')), { maxLength: 3 });
  const exotic = {
    ...{ withBigInt: true, withBoxedValues: true, withDate: true, withMap: true, withSet: true },
    ...{ withNullPrototype: true, withSparseArray: true, withTypedArray: true, maxDepth: 1 },
  };
  return {
    value: fc.oneof(
      { maxDepth: 4 },
      { arbitrary: fc.anything(exotic), weight: 1 },
      { arbitrary: constants, weight: 1 },
      { arbitrary: fc.array(tie('value'), { maxLength: 3 }), weight: 1 },
      { arbitrary: members.map(Object.fromEntries), weight: 2 },
    ),
  };
}).value;

const read = (json: JsonObject): unknown => json5.parse(`{${writeRelaxedJson(json)}}`);

const parseAny = {
  filter: (value: unknown) => parseWhere(everyKind, 'things', value),
  include(value: unknown) {
    const { json, selection } = parseInclude(everyKind, 'things', value);
    return { json, selection: showSelection(selection, everyKind) };
  },
  query(value: unknown) {
    const query = parseQuery(everyKind, 'things', value);
    expect(writeQuery(query, resolveDialect('test'))).toMatch(
      /^(?:\w+=[^&#\s]+(?:&\w+=[^&#\s]+)*)?$/,
    );
    return undefined;
  },
};

test.each(Object.entries(parseAny))(
  'any value as %s is rejected with its path, or the copy that is sent has the same meaning',
  (_, parse) => {
    let accepted = 0;
    const check = (value: unknown) => {
      try {
        const parsed = parse(value);
        accepted++;
        if (parsed) expect(parse(read(parsed.json))).toEqual(parsed);
      } catch (error) {
        if (!isQueryError(error)) throw error;
        expect(error.message.startsWith(`${error.path}: `)).toBe(true);
      }
    };
    fc.assert(fc.property(anything, check), { seed: 1, numRuns: 700 });
    expect(accepted).toBeGreaterThan(20);
  },
);

/** Whether each integer in a JSON value is a safe integer. */
const isExact = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isExact)
    : !Number.isInteger(value) || Number.isSafeInteger(value);

const double = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });

/** Valid operands of each kind. */
const operands: Record<FieldKind, fc.Arbitrary<unknown>> = {
  string: fc.string({ unit: 'binary' }),
  uuid: fc.uuid(),
  enumeration: fc.string(),
  decimal: fc.oneof(
    ...[fc.bigInt(), fc.stringMatching(/^-?[0-9]{1,30}(\.[0-9]{1,20})?$/)],
    ...[double(1e6), double(1e-6)],
  ),
  number: fc.oneof(double(1e6), fc.maxSafeInteger(), fc.maxSafeInteger().map(BigInt)),
  integer: fc.maxSafeInteger(),
  boolean: fc.boolean(),
  date: fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }),
  json: fc.jsonValue({ maxDepth: 3 }).filter((value) => value !== null && isExact(value)),
};

const text = fc.string({ unit: 'binary', minLength: 1 });

function operandOf(kind: FieldKind, op: string): fc.Arbitrary<unknown> {
  if (op === 'in' || op === 'not_in') return fc.array(operands[kind], { maxLength: 4 });
  if (op.endsWith('contains') && kind === 'json')
    return fc.dictionary(fc.string(), operands.json, { maxKeys: 3 });
  return /like|contains|exists/.test(op) ? text : operands[kind];
}

const validComparison = fc
  .constantFrom(...(Object.keys(comparators) as FieldKind[]))
  .chain((kind) =>
    fc
      .constantFrom(...comparators[kind])
      .chain((op) => operandOf(kind, op).map((value): object => ({ [kind]: { [op]: value } }))),
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

test('every valid filter is accepted, and the copy that is sent has the same meaning', () => {
  fc.assert(
    fc.property(validFilter, (where) => {
      const parsed = parseAny.filter(where);
      expect(parseAny.filter(read(parsed.json))).toEqual(parsed);
    }),
    { seed: 4, numRuns: 300 },
  );
});

/** Objects that are no constraint. */
const unconstrained = fc.constantFrom<object>(
  ...Object.keys(comparators).flatMap((kind) => (kind === 'json' ? [] : [{ [kind]: {} }])),
  ...[{ maker: {} }, { maker: { name: {} } }],
);

test('an object without comparators changes nothing, wherever it is [decision 18]', () => {
  fc.assert(
    fc.property(validFilter, unconstrained, (filter, nothing) => {
      fc.pre(Object.keys(nothing).every((key) => !Object.hasOwn(filter, key)));
      const inside = (part: object) => ({ parts: { none: { things: { some: { OR: [part] } } } } });
      for (const place of [(part: object) => ({ ...part, label: 'a' }), inside])
        expect(parseAny.filter(place({ ...nothing, ...filter }))).toEqual(
          parseAny.filter(place(filter)),
        );
    }),
    { seed: 5, numRuns: 300 },
  );
});
