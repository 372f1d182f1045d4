import type { Column, Stored } from './columns.js';
import { Rejected } from './columns.js';
import { type Name, relations, resources } from './sample-rows.js';

export type Row = Record<string, Stored>;
export type Json = Record<string, unknown>;

/** Whether a row matches; null if that is unknown. */
export type Test = (row: Row) => boolean | null;

/** What filters of a service depend on. */
export interface Meaning {
  readonly columns: (resource: Name, field: string) => Column;
  readonly tables: Record<Name, Row[]>;
  /** Whether comparing null is unknown, as in SQL. */
  readonly isSql: boolean;
  /** What `like` compares. */
  readonly fold: (text: string) => string;
  readonly hasToOneFilters: boolean;
}

export const own = (object: object, key: string): boolean => Object.hasOwn(object, key);
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const combine =
  (tests: readonly Test[], decisive: boolean): Test =>
  (row) => {
    const results = tests.map((test) => test(row));
    if (results.includes(decisive)) return decisive;
    return results.includes(null) ? null : !decisive;
  };

export function createTest(meaning: Meaning, resource: Name, where: unknown): Test {
  if (!isObject(where)) throw new Rejected('a filter must be an object');
  const tests = Object.entries(where).map(([name, value]): Test => {
    if (name === 'AND' || name === 'OR') {
      if (!Array.isArray(value)) throw new Rejected(`${name} must be an array`);
      const parts = value.map((part) => createTest(meaning, resource, part));
      return combine(parts, name === 'OR');
    }
    const comparators = isObject(value) ? value : { eq: value };
    if (own(resources[resource].fields, name))
      return combine(
        Object.entries(comparators).map(([comparator, operand]) =>
          testOfField(meaning, name, meaning.columns(resource, name), comparator, operand),
        ),
        false,
      );
    return testOfRelation(meaning, resource, name, value);
  });
  return combine(tests, false);
}

function testOfRelation(meaning: Meaning, resource: Name, name: string, value: unknown): Test {
  const relation = relations[resource][name];
  if (!relation || !isObject(value)) throw new Rejected(`${resource} has no field ${name}`);
  const { target, key, isMany } = relation;
  const rows = meaning.tables[target];
  if (!isMany) {
    if (!meaning.hasToOneFilters) throw new Rejected(`${name} cannot be filtered`);
    const test = createTest(meaning, target, value);
    return (row) => rows.some((other) => other.id === row[key] && test(other) === true);
  }
  const tests = Object.entries(value).map(([quantifier, filter]): Test => {
    if (!/^(some|none|every)$/.test(quantifier)) throw new Rejected(`no quantifier ${quantifier}`);
    const test = createTest(meaning, target, filter);
    return (row) => {
      const results = rows.filter((other) => other[key] === row.id).map(test);
      if (quantifier === 'every') return results.every((result) => result === true);
      return results.includes(true) === (quantifier === 'some');
    };
  });
  if (tests.length === 0) throw new Rejected(`${name} needs some, none or every`);
  return combine(tests, false);
}

function testOfField(
  { isSql, fold }: Meaning,
  name: string,
  { comparators, read, cut = same, key = same, show = same }: Column,
  comparator: string,
  json: unknown,
): Test {
  if (!comparators.includes(comparator)) throw new Rejected(`${name} has no ${comparator}`);
  const isJson = comparators.includes('exists');
  const operandOf = (value: unknown): Stored =>
    value === null ? null : isJson ? canonical(value) : key(cut(read(value)));
  const isOpposite = /^(neq|not_)/.test(comparator);
  /** A test of values that are not null; null is unknown, or false. */
  const test =
    (matches: (stored: Stored) => boolean): Test =>
    (row) => {
      const stored = row[name] ?? null;
      if (stored === null) return isSql ? null : isOpposite;
      return matches(stored) !== isOpposite;
    };
  const keyOf = (stored: Stored) => (isJson ? canonical(stored) : key(stored));
  switch (comparator.replace('not_', '')) {
    case 'eq':
    case 'neq': {
      const operand = operandOf(json);
      if (operand === null) return (row) => ((row[name] ?? null) === null) !== isOpposite;
      return test((stored) => keyOf(stored) === operand);
    }
    case 'in': {
      if (!Array.isArray(json)) throw new Rejected(`${comparator} needs an array`);
      const operands = new Set(json.map(operandOf));
      if (isSql && operands.has(null))
        return isOpposite ? () => null : test((stored) => operands.has(keyOf(stored)));
      if (operands.has(null))
        return (row) =>
          operands.has(row[name] === null ? null : keyOf(row[name] ?? null)) !== isOpposite;
      return test((stored) => operands.has(keyOf(stored)));
    }
    case 'exists':
      return test((stored) => own(Object(stored), String(json)));
    case 'contains':
    case 'like': {
      if (isJson) return test((stored) => contains(stored, json));
      const part = fold(String(json));
      return test((stored) => fold(String(show(stored))).includes(part));
    }
  }
  const operand = operandOf(json) as number; // or text, which JavaScript compares as well
  if (operand === null) throw new Rejected('null has no order');
  return test((stored) => {
    const value = key(stored) as number; // or text
    if (comparator === 'gt') return value > operand;
    if (comparator === 'gte') return value >= operand;
    return comparator === 'lt' ? value < operand : value <= operand;
  });
}

const same = <Value>(value: Value): Value => value;

/** JSON with sorted keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(value) && part.every((inner) => value.some((item) => contains(item, inner)))
    );
  if (!isObject(part)) return value === part;
  return (
    isObject(value) &&
    Object.entries(part).every(([key, inner]) => own(value, key) && contains(value[key], inner))
  );
}
