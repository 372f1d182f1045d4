import { isApiError, isQueryError, type JsonObject, type JsonValue } from 'payments-data-client';
import type { OperandClass } from '../fixtures/near-misses.js';
import { RandomQueries, type RandomQuery } from '../fixtures/random-queries.js';
import { createChance } from '../types/lib/random.js';
import { type AnyClient, type Module, mockOf, type OpenEngine } from './open-engine.js';

interface Difference {
  /** The smallest query that still shows it. */
  readonly query: RandomQuery;
  readonly expected: string;
  readonly got: string;
  /** Such as `string gt`, or `order of string`. */
  readonly cause: string;
}

interface Agreement {
  readonly asked: number;
  readonly same: number;
  readonly differences: readonly Difference[];
}

interface Asking {
  readonly count: number;
  readonly seed: number;
  readonly without?: readonly OperandClass[];
}

/** Asks an engine, and a mock with a module, the same random lists in the client's forms. */
export async function agreement(
  { client, rows }: OpenEngine,
  module: Module,
  { count, seed, without }: Asking,
  mock = mockOf(module, rows),
): Promise<Agreement> {
  const service = client(module);
  const { schema, dialect } = module;
  const queries = new RandomQueries({
    schema,
    rows,
    chance: createChance(seed),
    without: without ?? [],
  });
  const differences: Difference[] = [];
  let asked = 0;
  for (let drawn = 0; drawn < 3 * count && asked < count; drawn += 1) {
    const { skip, ...query } = queries.query();
    const asks =
      dialect.parameters?.skip === null ? query : { ...query, ...(skip !== undefined && { skip }) };
    const [expected, got] = [await outcome(service, asks), await outcome(mock, asks)];
    if (expected === undefined || got === undefined) continue;
    asked += 1;
    if (expected !== got) differences.push(await smallest(service, mock, asks, module));
  }
  return { asked, same: asked - differences.length, differences };
}

/**
 * What a list came to: its rows as JSON, or the class of the error; undefined if the client did not
 * send it.
 */
async function outcome(
  client: AnyClient,
  { resource, ...query }: RandomQuery,
): Promise<string | undefined> {
  try {
    return JSON.stringify(await client(resource).list(query), sortedKeys);
  } catch (error) {
    if (isQueryError(error)) return undefined;
    return isApiError(error) ? `rejected with ${error.status}` : String(error);
  }
}

/** Two services may have the fields of a row in different orders. */
const sortedKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

/** The rows as JSON, with every array in the same order. */
const withoutOrder = (rows: string): string => {
  const sorted = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map((item) => JSON.stringify(sorted(item))).sort();
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sorted(inner)]));
  };
  return JSON.stringify(sorted(JSON.parse(rows) as JsonValue)); // it was written from rows
};

/** Leaves out of a query what the difference does not need. */
async function smallest(
  service: AnyClient,
  mock: AnyClient,
  query: RandomQuery,
  module: Module,
): Promise<Difference> {
  let found = { query, expected: '', got: '' };
  for (let tried = 0, isSmaller = true; isSmaller && tried < 150; ) {
    isSmaller = false;
    for (const smaller of [found.query, ...parts(found.query)].slice(
      found.expected === '' ? 0 : 1,
    )) {
      tried += 1;
      const [expected, got] = [await outcome(service, smaller), await outcome(mock, smaller)];
      if (expected === undefined || got === undefined || expected === got) continue;
      isSmaller = true;
      found = { query: smaller, expected, got };
      break;
    }
  }
  return { ...found, cause: cause(found, module) };
}

/** The query without one of its parts. */
function parts({ where, include, orderBy, take, skip, ...query }: RandomQuery): RandomQuery[] {
  const found: RandomQuery[] = [];
  const limits = { ...(take !== undefined && { take }), ...(skip !== undefined && { skip }) };
  if (skip !== undefined)
    found.push({ ...query, where, include, orderBy, ...(take !== undefined && { take }) });
  if (take !== undefined)
    found.push({ ...query, where, include, orderBy, ...(skip !== undefined && { skip }) });
  for (const less of lessOf(include))
    found.push({ ...query, where, include: less as JsonObject, orderBy, ...limits });
  for (const less of lessOf(where))
    found.push({ ...query, where: less as JsonObject, include, orderBy, ...limits });
  for (const less of lessOf(orderBy))
    if (Object.keys(less as object).at(-1) === 'id')
      found.push({ ...query, where, include, orderBy: less as RandomQuery['orderBy'], ...limits });
  return found;
}

function lessOf(value: JsonValue | RandomQuery['orderBy']): JsonValue[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => [
      value.filter((_, other) => other !== index),
      ...lessOf(item).map((less) => value.with(index, less)),
    ]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const { [key]: _, ...rest } = value as JsonObject;
    const isGroup = key === 'AND' || key === 'OR';
    return [
      rest,
      ...(isGroup && Array.isArray(inner)
        ? inner.map((part) => ({ ...rest, ...(part as JsonObject) }))
        : []),
      ...lessOf(inner).map((less) => ({ ...value, [key]: less }) as JsonObject),
    ];
  });
}

const relationWords = ['some', 'none', 'every', 'where', 'include', 'AND', 'OR'];

/** The comparators of a small filter with the kinds of their fields, or what else the query has. */
function cause({ query, expected, got }: Omit<Difference, 'cause'>, { schema }: Module): string {
  const found = new Set<string>();
  const kindOf = (name: string) =>
    Object.values(schema).find(({ fields }) => fields[name])?.fields[name]?.kind;
  const look = (value: JsonValue, kind?: string): void => {
    if (Array.isArray(value)) for (const item of value) look(item, kind);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        const here = kindOf(key);
        if (kind && !here && !relationWords.includes(key)) found.add(`${kind} ${key}`);
        else if (here && (typeof inner !== 'object' || inner === null)) {
          if (typeof inner !== 'boolean' || here === 'boolean') found.add(`${here} eq`);
        } else look(inner, here);
      }
  };
  look(query.where);
  look(query.include);
  const sides = /^rejected/.test(expected)
    ? ' rejected by the service'
    : /^rejected/.test(got)
      ? ' rejected by the mock'
      : '';
  const status = /^[A-Z]/.test(expected) ? ` ${expected.slice(0, 80)}` : sides;
  if (query.take === 0) return `take: 0${status}`;
  if (status === '' && withoutOrder(expected) === withoutOrder(got)) {
    const isRelated = JSON.stringify(idsOf(expected)) === JSON.stringify(idsOf(got));
    if (isRelated) return 'order of related rows';
    found.clear();
  }
  for (const name of Object.keys(query.orderBy))
    if (name !== 'id') found.add(`order of ${kindOf(name)}`);
  if (/"(AND|OR)":\[\]/.test(JSON.stringify(query))) found.add('an empty group');
  return ([...found].sort().join(', ') || 'other') + status;
}

const idsOf = (rows: string): unknown[] => (JSON.parse(rows) as JsonObject[]).map(({ id }) => id);

/** The causes with their counts, the most frequent first, each with one query. */
export function report(name: string, { asked, same, differences }: Agreement): string {
  const counts = new Map<string, Difference[]>();
  for (const each of differences) counts.set(each.cause, [...(counts.get(each.cause) ?? []), each]);
  const lines = [...counts]
    .sort(([, left], [, right]) => right.length - left.length)
    .map(([of, [first, ...more]]) =>
      [
        `  ${more.length + 1} × ${of}`,
        `      ${JSON.stringify(first?.query)}`,
        `      service ${first?.expected.slice(0, 160)}`,
        `      mock    ${first?.got.slice(0, 160)}`,
      ].join('\n'),
    );
  return [
    `${name}: ${same} of ${asked} the same (${((100 * same) / asked).toFixed(1)}%)`,
    ...lines,
  ].join('\n');
}
