import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { Relation } from '../../../schema/relation.js';
import type { Resource } from '../../../schema/resource.js';
import { resourceOf } from '../../../schema/resources.js';
import { own } from '../../../values/plain-object.js';
import type { Placeholders } from './line.js';
import {
  type ComparedResource,
  type ComparedRows,
  hasNull,
  rowsRelatedTo,
  valuesOf,
} from './query.js';

/**
 * A resource that is asked for, with what placeholders stand for, also for each of its relations.
 */
export interface Place {
  readonly of: ComparedResource;
  readonly placeholders: Placeholders;
  readonly relations: readonly { readonly name: string; readonly placeholders: Placeholders }[];
}

/** Every resource, the one with the most fields first. */
export function placesIn(rows: ComparedRows): Place[] {
  const fieldCount = ({ resource }: ComparedResource) => Object.keys(resource.fields).length;
  const resources = [...rows.resources].sort((left, right) => fieldCount(right) - fieldCount(left));
  return resources.map((of) => {
    const values = { ...valuesOfRows(of.rows, of.resource), ...valuesOfPaths(of) };
    const relations = [...of.relations].map(([name, relation]) => ({
      name,
      placeholders: toPlaceholders({ ...values, ...valuesOfRelation(name, relation, of, rows) }),
    }));
    return { of, placeholders: toPlaceholders(values), relations };
  });
}

type Values = Readonly<Record<string, readonly (JsonValue | undefined)[]>>;

const toPlaceholders =
  (values: Values): Placeholders =>
  (name) =>
    (own(values, name) ?? []).filter((value) => value !== undefined);

function valuesOfPaths({ path, rows, resource }: ComparedResource): Values {
  const ids = rows.map(({ id }) => String(id)).sort();
  const middle = ids[Math.floor(ids.length / 2)] ?? '';
  const id = String(rows[0]?.id);
  const paged = pagedBy(resource, rows);
  const hasGet = resource.operations.includes('get');
  return {
    path: [path],
    get: hasGet ? [`${path}/${encodeURIComponent(id)}`] : [],
    unknown: hasGet
      ? [`${path}/${replaceDigits(id, 'e', 'd')}`, `${path}/${replaceDigits(id, 'c', 'b')}`]
      : [],
    id: [id],
    ids: [ids],
    middle: [middle],
    escapedId: [`\\u${id.charCodeAt(0).toString(16).padStart(4, '0')}${id.slice(1)}`],
    paged: [paged],
    pagedValue: [paged && rows.find((row) => row.id === middle)?.[paged]],
  };
}

/**
 * `$relatedField` is a field of the rows that a relation leads to, `$next` a relation of theirs,
 * and so on.
 */
function valuesOfRelation(
  name: string,
  relation: Relation,
  of: ComparedResource,
  rows: ComparedRows,
): Values {
  const { target, cardinality, foreignKey, filterable } = relation;
  const related = valuesOfRows(
    rowsRelatedTo(of.rows, relation, rows),
    resourceOf(rows.schema, target),
    foreignKey,
  );
  const relations = [...rows.relationsOf(target)];
  const next = relations.find((one) => one[1].cardinality === 'many') ?? relations[0];
  const inside =
    next && valuesOfRows(rows.rows[next[1].target] ?? [], resourceOf(rows.schema, next[1].target));
  return {
    relation: [name],
    toMany: cardinality === 'many' ? [name] : [],
    toOne: cardinality === 'one' && filterable ? [name] : [],
    ...Object.fromEntries(
      Object.entries(related).map(([key, values]) => [
        `related${key.charAt(0).toUpperCase()}${key.slice(1)}`,
        values,
      ]),
    ),
    next: [next?.[0]],
    nextMatch: inside?.match ?? [],
  };
}

/**
 * Fields, and filters on them. `name`, `value`, `match`, `other` and `not` have one entry for each
 * filter, at the same index.
 */
function valuesOfRows(
  rows: readonly JsonObject[],
  { fields }: Resource,
  foreignKey?: string,
): Values {
  const all = Object.entries(fields).filter(([name]) => name !== 'id');
  const stored = all.filter(([, { computed }]) => !computed);
  const filters = stored.flatMap(([name, field]) => {
    const [value, other] = valuesOf(rows, name, field);
    if (field.kind === 'json' || name === foreignKey || value === undefined || other === undefined)
      return [];
    return [{ name, value, other, isNull: hasNull(rows, name, field) }];
  });
  const others = filters.length > 1 ? [...filters.slice(1), ...filters.slice(0, 1)] : [];
  const nullable = filters.filter(({ isNull }) => isNull);
  const [field = 'id', second] = stored.map(([name]) => name);
  return {
    field: [field],
    second: [second],
    computed: all.filter(([, { computed }]) => computed).map(([name]) => name),
    name: filters.map(({ name }) => name),
    value: filters.map(({ value }) => value),
    nameToo: others.map(({ name }) => name),
    valueToo: others.map(({ value }) => value),
    match: filters.map(({ name, value }) => ({ [name]: value })),
    other: filters.map(({ name, other }) => ({ [name]: other })),
    not: filters.map(({ name, value }) => ({ [name]: { neq: value } })),
    null: nullable.map(({ name }) => ({ [name]: null })),
    nullable: nullable.map(({ name, value }) => ({ [name]: value })),
    nullableNot: nullable.map(({ name, value }) => ({ [name]: { neq: value } })),
    pair: pairsIn(
      rows,
      filters.map(({ name }) => name),
      foreignKey,
    ),
  };
}

/** Filters on two fields, of which two rows of a parent match one field each. */
const pairsIn = (
  rows: readonly JsonObject[],
  names: readonly string[],
  foreignKey = '',
): JsonObject[] =>
  rows.flatMap((left, index) => {
    const right = rows
      .slice(index + 1)
      .find((row) => left[foreignKey] && row[foreignKey] === left[foreignKey]);
    const [one, two] = names.filter(
      (name) => right && left[name] !== right[name] && left[name] && right[name],
    );
    return one && two ? [{ [one]: left[one] ?? null, [two]: right?.[two] ?? null }] : [];
  });

/** A field that a list can be paged by, besides the id: with an order, and without null. */
const pagedBy = ({ fields }: Resource, rows: readonly JsonObject[]): string | undefined =>
  Object.entries(fields).find(
    ([name, field]) =>
      name !== 'id' &&
      ['date', 'string', 'integer'].includes(field.kind) &&
      !field.nullable &&
      !field.computed &&
      valuesOf(rows, name, field).length > 2,
  )?.[0];

/** A UUID that is made of one digit, and of another where it had that one. */
const replaceDigits = (id: string, digit: string, instead: string): string =>
  id.replace(/[0-9a-f]/gi, (one) => (one === digit ? instead : digit));
