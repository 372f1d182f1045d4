import type { Field, FieldKind, JsonValue } from '../schema/field.js';
import type { Relation } from '../schema/relation.js';
import type { Resources } from '../schema/resources.js';
import { parseDate } from '../values/date.js';
import { isDecimal } from '../values/decimal.js';
import { isPlainObject } from '../values/plain-object.js';
import { idOf, type Row } from './rows-in-body.js';

/** How many rows of a list the probes use. */
export const KEPT_ROWS = 200;

/** The first rows of each list of a service: the data from which probes pick their values. */
export class Workspace {
  readonly schema: Resources;
  /** The member of bodies that contains the rows; `undefined` for bare bodies. */
  readonly envelope: string | undefined;
  /** The lists that could be read, in the order of the schema. Some may have no rows. */
  readonly lists: readonly { readonly name: string; readonly path: string }[];
  /** The resources that have rows, in the order of the schema. */
  readonly resources: readonly ListedResource[];
  readonly #fields: readonly ListedField[];

  constructor(schema: Resources, rows: ReadonlyMap<string, readonly Row[]>, envelope: string | undefined) {
    this.schema = schema;
    this.envelope = envelope;
    this.lists = listedResources(schema).filter(({ name }) => rows.has(name));
    this.resources = [...rows].flatMap(([name, all]) => {
      const path = schema[name]?.path;
      const kept = all.filter((row) => idOf(row) !== '').slice(0, KEPT_ROWS);
      return path !== undefined && kept.length > 0 ? [{ name, path, rows: kept }] : [];
    });
    this.#fields = this.resources.flatMap((resource) =>
      Object.entries(schema[resource.name]?.fields ?? {})
        .filter(([name, { computed }]) => name !== 'id' && !computed)
        .map(([name, { kind, nullable }]) => ({
          ...resource,
          field: name,
          kind,
          nullable,
          rows: resource.rows.filter((row) => row[name] === null || isOfKind(row[name], kind)),
        })),
    );
  }

  /** The stored fields of some kinds, each with the rows whose value is null or of the kind. */
  fields(...kinds: readonly FieldKind[]): ListedField[] {
    return this.#fields.filter(({ kind }) => kinds.includes(kind));
  }

  /** The relations of one cardinality, each with the rows of its resource. */
  relations(cardinality: Relation['cardinality']): ListedRelation[] {
    return this.resources.flatMap((resource) =>
      Object.entries(this.schema[resource.name]?.relations ?? {})
        .filter(([, relation]) => relation.cardinality === cardinality)
        .map(([name, relation]) => ({ ...resource, relation: name, target: relation.target })),
    );
  }
}

/** The resources of a schema that have a list. */
export const listedResources = (schema: Resources): { name: string; path: string }[] =>
  Object.entries(schema).flatMap(([name, { path, operations }]) =>
    path !== undefined && operations.includes('list') ? [{ name, path }] : [],
  );

/** Whether a resource with a list has a stored field of a kind. */
export const hasField = (schema: Resources, ...kinds: readonly FieldKind[]): boolean =>
  listedResources(schema).some(({ name }) =>
    Object.values<Field>(schema[name]?.fields ?? {}).some(
      ({ kind, computed }) => kinds.includes(kind) && !computed,
    ),
  );

/** A resource with rows. */
export interface ListedResource {
  readonly name: string;
  readonly path: string;
  readonly rows: readonly Row[];
}

/** A field of a resource with rows. */
export interface ListedField extends ListedResource {
  readonly field: string;
  readonly kind: FieldKind;
  readonly nullable: boolean;
}

/** A relation of a resource with rows. */
export interface ListedRelation extends ListedResource {
  readonly relation: string;
  readonly target: string;
}

/** Whether a value that is not null is of a kind. */
export function isOfKind(value: unknown, kind: FieldKind): boolean {
  if (kind === 'json') return isPlainObject(value);
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'integer') return Number.isInteger(value);
  if (kind === 'number') return typeof value === 'number';
  if (typeof value !== 'string') return false;
  if (kind === 'decimal') return isDecimal(value);
  return kind === 'date' ? parseDate(value) !== undefined : true;
}

/** The value of a field; null if it is missing. */
export const fieldValue = (row: Row, field: string): JsonValue => (row[field] ?? null) as JsonValue;

/** Longer values would make URLs that a service may reject. */
const LONGEST_VALUE = 300;

/** Whether a value is short enough for a filter. */
export const isShort = (value: JsonValue): boolean => JSON.stringify(value).length <= LONGEST_VALUE;

/** The different values of a field that are short and not null, the middle ones first. */
export function fieldValues({ field, rows }: Pick<ListedField, 'field' | 'rows'>): JsonValue[] {
  const all = new Set(rows.map((row) => fieldValue(row, field)));
  const values = [...all].filter((value) => value !== null && isShort(value));
  const middle = values.length / 2;
  return values
    .map((value, index) => ({ value, distance: Math.abs(index - middle) }))
    .sort((left, right) => left.distance - right.distance)
    .map(({ value }) => value);
}
