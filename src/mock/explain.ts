import { matcher } from '../match/matcher.js';
import { type FilterNode, isEmptyFilter } from '../query/filter.js';
import type { SelectionNode } from '../query/include.js';
import { parseQuery } from '../query/query.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { counted, memberPath } from '../values/describe.js';
import { isPlainObject, own } from '../values/plain-object.js';
import { factsOf } from './facts.js';
import type { Page, ReadQuery } from './list-rows.js';
import type { MockService } from './service.js';
import { rowSource, type StoredRow } from './store.js';

/** Whoever reads more sentences does not find the one that helps. */
const MAX_SENTENCES = 5;

/** More conditions than this are not told apart, so that the time is linear in the rows. */
const MAX_CONDITIONS = 50;

type Data = Pick<MockService, 'schema' | 'dialect' | 'store'>;

/** Why a list without rows has none (decision 64). Every sentence is true by evaluation. */
export function explainList(query: ReadQuery, { total, rest }: Page, data: Data): string[] {
  const { resource, where = {}, filter, take, skip = 0 } = query;
  const rows = data.store.sorted(resource);
  if (rows.length === 0) return [`The mock has no rows of ${resource}.`];
  if (total === 0)
    return first(explainFilter({ resource, rows, where, path: '', noun: 'row' }, data));
  if (rest === 0) {
    const names = (['after', 'before', 'cursor'] as const).filter(
      (name) => query[name] !== undefined,
    );
    const it = names.length > 1 ? 'them' : 'it';
    const shown = names.map((name) => `\`${name}\``).join(' and ');
    return [`No row matches ${shown}; without ${it} ${total} of ${rows.length} would.`];
  }
  if (take === 0) return ['`take` is 0.'];
  const { page, skip: name } = data.dialect.parameters;
  const start = name === null && page !== null ? `\`${page}\` begins after` : '`skip` is';
  const all = `${counted(rest, 'row')}${filter ? ` that match${rest === 1 ? 'es' : ''}` : ''}`;
  return [`${start} ${skip}, there ${rest === 1 ? 'is' : 'are'} ${all}.`];
}

/** Why a filtered relation of an include has no rows in any row of a response. */
export const explainInclude = (
  { selection, include = {} }: ReadQuery,
  rows: readonly JsonObject[],
  data: Data,
): string[] => first(explainRelations(selection, include, rows, 'include', data));

function* explainRelations(
  { resource, relations }: SelectionNode,
  include: JsonObject,
  rows: readonly JsonObject[],
  path: string,
  data: Data,
): Generator<string> {
  const { store } = data;
  for (const { name, relation, selection, where } of relations) {
    const value = own(include, name);
    const options = isPlainObject(value) ? (value as JsonObject) : {}; // of JSON
    const found = rows.flatMap((row) => own(row, name) ?? []) as JsonObject[]; // selected rows
    const inner = memberPath(path, name);
    if (where && found.length === 0) {
      const parents = rows.flatMap(({ id }) => store.get(resource, String(id)) ?? []);
      const related = new Set(parents.flatMap((row) => store.related(row, relation)));
      if (related.size === 0)
        yield `No row of the response has \`${name}\`, with or without a filter.`;
      else
        yield* explainFilter(
          {
            resource: relation.target,
            rows: [...related],
            where: options.where as JsonObject, // parsed
            path: `${inner}.where.`,
            noun: 'related row',
          },
          data,
        );
    } else if (where)
      yield* explainRelations(
        selection,
        (options.include ?? {}) as JsonObject, // parsed
        found,
        `${inner}.include`,
        data,
      );
    else yield* explainRelations(selection, options, found, inner, data);
  }
}

function first(sentences: Iterable<string>): string[] {
  const all: string[] = [];
  for (const sentence of sentences) {
    if (!all.includes(sentence)) all.push(sentence);
    if (all.length === MAX_SENTENCES) break;
  }
  return all;
}

/** A filter that no row matches, and the rows that could. */
interface Unmatched {
  readonly resource: string;
  readonly rows: readonly StoredRow[];
  readonly where: JsonObject;
  /** The start of the paths of conditions. */
  readonly path: string;
  readonly noun: string;
}

/** A member of a filter, or of an object under `AND`. */
interface Condition {
  readonly path: string;
  readonly filter: FilterNode;
}

/**
 * Names the conditions that no row matches, or without which rows would match, with the nearest
 * facts. A row that fails exactly one condition would match without it: one pass counts them all.
 */
function* explainFilter(
  { resource, rows, where, path, noun }: Unmatched,
  data: Data,
): Generator<string> {
  const all = [...conditionsOf(where, path, resource, data)];
  const source = rowSource(data.store);
  const conditions = all.slice(0, MAX_CONDITIONS).map(({ path, filter }) => ({
    path,
    filter,
    matches: matcher(filter, source, data.dialect),
    alone: 0,
    without: 0,
  }));
  const others = matcher(
    { kind: 'and', filters: all.slice(MAX_CONDITIONS).map(({ filter }) => filter) },
    source,
    data.dialect,
  );
  for (const row of rows) {
    const failed = conditions.filter((condition) => {
      const holds = condition.matches(row);
      if (holds) condition.alone++;
      return !holds;
    });
    const [only] = failed;
    if (only && failed.length === 1 && others(row)) only.without++;
  }
  const of = `of ${rows.length} would.`;
  let isExplained = false;
  for (const { path, filter, alone, without } of conditions) {
    if (alone > 0 && without === 0) continue;
    isExplained = true;
    const end = without > 0 && all.length > 1 ? `; without it ${without} ${of}` : '.';
    yield alone > 0
      ? `\`${path}\` matches ${counted(alone, noun)}, but not with the rest of the filter${end}`
      : `No ${noun} matches \`${path}\`${end}`;
    if (alone === 0) yield* factsOf(filter, { resource, rows, path }, data);
  }
  if (!isExplained)
    yield 'Each condition matches rows, but no row matches all of them, or all but one.';
}

function* conditionsOf(
  where: JsonObject,
  path: string,
  resource: string,
  data: Data,
): Generator<Condition> {
  for (const [key, value] of Object.entries<JsonValue>(where)) {
    const inner = path === '' || path.endsWith('.') ? path + key : memberPath(path, key);
    if (key === 'AND' && Array.isArray(value))
      for (const [index, filter] of value.entries())
        yield* conditionsOf(filter as JsonObject, `${inner}[${index}].`, resource, data); // parsed
    else {
      const { filter } = parseQuery(data.schema, resource, { where: { [key]: value } });
      if (filter && !isEmptyFilter(filter)) yield { path: inner, filter };
    }
  }
}
