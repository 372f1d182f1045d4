import type { Field, JsonObject, JsonValue } from 'payments-data-client';
import type { Mock } from 'payments-data-client/mock';
import { resolveDialect } from '../../../../src/dialect/resolve-dialect.js';
import { compileComparison } from '../../../../src/query/match/compile-filter.js';
import { QueryNode } from '../../../../src/query/query-node.js';
import { parseWhere } from '../../../../src/query/where.js';
import type { Comparator } from '../../../../src/schema/kinds.js';
import { resourceOf } from '../../../../src/schema/resources.js';
import { isPlainObject, own } from '../../../../src/values/plain-object.js';
import type { Change } from './changed-server.js';
import { changeQuery, readJson, schema, withJson } from './service-query.js';

/** A field compared with an operand, as it was sent. */
export interface SentComparison {
  readonly resource: string;
  readonly name: string;
  readonly field: Field;
  readonly op: string;
  readonly operand: JsonValue;
  /** Whether the filter has the operand without a comparator. */
  readonly isBare: boolean;
}

/** Whether a value of a row matches. */
export type ValueTest = (value: JsonValue) => boolean;

const dialect = resolveDialect('test');

/** What a comparison means by default. */
export function usualTest({ field, name, op, operand }: SentComparison): ValueTest {
  const { holds, keyOf } = compileComparison(
    { kind: 'comparison', op: op as Comparator, name, field, operand },
    dialect,
  ); // it was accepted
  return (value) => holds(keyOf(value));
}

/** A relation and what its rows are compared with. The filter has its changed meaning. */
interface SentQuantifier {
  readonly resource: string;
  readonly relation: string;
  readonly op: string;
  readonly filter: JsonObject;
}

/** A part of a level of a filter: the key that it had, and its changed meaning. */
export interface FilterPart {
  readonly key: string;
  readonly filter: JsonObject;
}

/**
 * The parts of a filter that mean something else. What is absent, or returns nothing, keeps its
 * meaning.
 */
export interface FilterMeaning {
  readonly comparison?: (comparison: SentComparison) => ValueTest | undefined;
  readonly quantifier?: (
    quantifier: SentQuantifier,
    idsOf: (resource: string, where: JsonObject) => Promise<string[]>,
  ) => Promise<JsonObject | undefined> | JsonObject | undefined;
  readonly group?: (
    op: 'AND' | 'OR',
    filters: JsonObject[],
    depth: number,
  ) => JsonObject | undefined;
  readonly level?: (parts: readonly FilterPart[]) => JsonObject | undefined;
}

/** The rows of a resource with their computed fields. */
export function rowsOf({ db }: Mock, name: string): { readonly [property: string]: JsonValue }[] {
  const table = own(db as unknown as Record<string, { all(): JsonObject[] }>, name); // by name
  const computed = Object.entries(resourceOf(schema, name).fields).flatMap(([key, { compute }]) =>
    compute ? [{ key, compute }] : [],
  );
  return (table?.all() ?? []).map((row) => ({
    ...row,
    ...Object.fromEntries(computed.map(({ key, compute }) => [key, compute(row) as JsonValue])),
  }));
}

/**
 * Changes what filters mean, in `where` and in filters on included relations. A changed comparison
 * becomes the list of ids of the rows that match.
 */
export const changeFilters = (meaning: FilterMeaning): Change =>
  changeQuery(async (query, { request, mock, next }) => {
    const idsOf = async (resource: string, where: JsonObject): Promise<string[]> => {
      const { path = '' } = resourceOf(schema, resource);
      const asked = new Request(`${mock.baseUrl}/v1${path}`, request);
      const parameters = new Map([['include', 'id:true']]);
      const response = await next(
        withJson(asked, { resource, isList: true, parameters }, { where }),
      );
      const rows: { id: string }[] = await response.json();
      return rows.map(({ id }) => id);
    };

    const compare = (comparison: SentComparison): JsonObject => {
      const { name, op, operand, resource } = comparison;
      const test = meaning.comparison?.(comparison);
      if (!test) return { [name]: { [op]: operand } };
      const rows = rowsOf(mock, resource).filter((row) => test(row[name] ?? null));
      return { id: { in: rows.map(({ id = null }) => id) } };
    };

    async function changeMember(
      resource: string,
      key: string,
      value: JsonValue,
      depth: number,
    ): Promise<FilterPart[]> {
      if (key === 'AND' || key === 'OR') {
        const filters: JsonObject[] = [];
        for (const item of value as JsonObject[])
          filters.push(await changeFilter(resource, item, depth + 1));
        return [{ key, filter: meaning.group?.(key, filters, depth) ?? { [key]: filters } }];
      }
      const { fields, relations } = resourceOf(schema, resource);
      const field = own(fields, key);
      if (field) {
        const isBare = !isPlainObject(value);
        return Object.entries(isBare ? { eq: value } : value).map(([op, operand]) => ({
          key,
          filter: compare({ resource, name: key, field, op, operand, isBare }),
        }));
      }
      const target = own(relations, key)?.target ?? '';
      const parts: FilterPart[] = [];
      for (const [op, given] of Object.entries(value as { [quantifier: string]: JsonObject })) {
        const filter = await changeFilter(target, given, 0);
        const changed = await meaning.quantifier?.({ resource, relation: key, op, filter }, idsOf);
        parts.push({ key, filter: changed ?? { [key]: { [op]: filter } } });
      }
      return parts;
    }

    async function changeFilter(
      resource: string,
      where: JsonObject,
      depth: number,
    ): Promise<JsonObject> {
      const parts: FilterPart[] = [];
      for (const [key, value] of Object.entries(where))
        parts.push(...(await changeMember(resource, key, value, depth)));
      const [only] = parts;
      const filters = parts.map(({ filter }) => filter);
      return (
        meaning.level?.(parts) ?? (parts.length === 1 && only ? only.filter : { AND: filters })
      );
    }

    async function changeInclude(resource: string, include: JsonObject): Promise<JsonObject> {
      const changed: JsonObject = {};
      for (const [key, value] of Object.entries(include)) {
        const target = own(resourceOf(schema, resource).relations, key)?.target;
        changed[key] = target && isPlainObject(value) ? await changeRelation(target, value) : value;
      }
      return changed;
    }

    async function changeRelation(target: string, { ...value }: JsonObject): Promise<JsonObject> {
      if (!('where' in value)) return changeInclude(target, value);
      value.where = await changeFilter(target, value.where as JsonObject, 0);
      if (isPlainObject(value.include)) value.include = await changeInclude(target, value.include);
      return value;
    }

    const where = readJson(query, 'where');
    const include = readJson(query, 'include');
    return next(
      withJson(request, query, {
        where: where && (await changeFilter(query.resource, normalize(query.resource, where), 0)),
        include: include && (await changeInclude(query.resource, include)),
      }),
    );
  });

/** Without members that are no constraint, such as `balance: {}`. */
const normalize = (resource: string, where: JsonObject): JsonObject =>
  parseWhere(schema, resource, new QueryNode('where', where)).json;
