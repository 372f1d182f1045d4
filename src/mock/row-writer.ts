import { ConfigurationError } from '../errors.js';
import type { Field, JsonValue } from '../schema/field.js';
import type { Relation } from '../schema/relation.js';
import { resourceOf } from '../schema/resources.js';
import { counted, describe } from '../values/describe.js';
import { didYouMean } from '../values/did-you-mean.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import { defaultValue, parseValue, valueOrFollowing } from './field-value.js';
import type { Store, StoredRow } from './store.js';

/**
 * A row to write, and its path for messages: `balances[2]`, or `balances` if it is the only one.
 */
interface Input {
  readonly resource: string;
  readonly path: string;
  readonly row: unknown;
}

type WrittenRow = Input & { readonly row: StoredRow };

/** Rows to write, by resource. */
export type RowsByResource = { readonly [resource: string]: readonly unknown[] };

/** The position of a row in its table counts from 1. */
type DateOfRow = (resource: string, number: number) => number;

const numbered = (resource: string, path: string, rows: readonly unknown[]): Input[] =>
  rows.map((row, index) => ({ resource, path: `${path}[${index}]`, row }));

/**
 * Inserts, updates and deletes rows: checks what is passed, fills in what is left out, and resolves
 * relations to other rows (decision 33). A call that throws changes nothing.
 */
export class RowWriter {
  readonly #store: Store;
  readonly #now: () => number;
  /** The date of a row that leaves it out, in milliseconds since 1970. */
  #dateOf: DateOfRow;
  /**
   * Written rows that refer to missing rows. They are checked again when all rows of the call are
   * there.
   */
  #unchecked: WrittenRow[] = [];
  /** Resources of which a row is being created for a foreign key, to detect cycles. */
  readonly #creating: string[] = [];

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#dateOf = now;
  }

  insert(resource: string, input: unknown): StoredRow[] {
    const rows = Array.isArray(input)
      ? numbered(resource, resource, input)
      : [{ resource, path: resource, row: input }];
    return this.#call(() => rows.map((row) => this.#insertRow(row)));
  }

  /** Inserts rows by resource: those first that others refer to. Returns them by resource. */
  insertAll(
    data: RowsByResource,
    mayCreate: (resource: string) => boolean = () => false,
    dateOf: DateOfRow = this.#now,
  ): { [resource: string]: StoredRow[] } {
    this.#dateOf = dateOf;
    const inserted: { [resource: string]: StoredRow[] } = {};
    const resources = inForeignKeyOrder(Object.keys(data), this.#store);
    try {
      this.#call(() => {
        for (const resource of resources)
          inserted[resource] = numbered(resource, resource, data[resource] ?? []).map((row) =>
            this.#insertRow(row),
          );
      }, mayCreate);
    } finally {
      this.#dateOf = this.#now;
    }
    return inserted;
  }

  update(resource: string, id: string, patch: unknown): StoredRow {
    return this.#call(() => {
      const before = this.#store.get(resource, id);
      if (!before) throw new ConfigurationError(`${resource}: no row has the id ${describe(id)}.`);
      const { values, many } = this.#resolveRelations({ resource, path: resource, row: patch });
      const [first] = many;
      if (first)
        throw new ConfigurationError(
          `${first.path}: a to-many relation cannot be updated. Update \`${first.relation.foreignKey}\` of the ${first.relation.target} instead.`,
        );
      const after = { ...before };
      for (const [name, field] of this.#store.columns(resource)) {
        const value = valueOrFollowing(field, name, values);
        if (value !== undefined) setMember(after, name, parseValue(field, value, resource, name));
      }
      if (after.id !== id)
        throw new ConfigurationError(
          `${resource}.id: an id cannot be changed. Insert a new row instead.`,
        );
      this.#store.write(resource, id, after);
      this.#checkLater({ resource, path: resource, row: after });
      return after;
    });
  }

  /** Returns whether the row existed. A row that others refer to is not deleted. */
  delete(resource: string, id: string): boolean {
    if (typeof id !== 'string')
      throw new ConfigurationError(`${resource}.delete: expected an id, got ${describe(id)}.`);
    if (!this.#store.get(resource, id)) return false;
    for (const owner of Object.keys(this.#store.schema))
      for (const [column, { target }] of this.#store.foreignKeys(owner)) {
        if (target !== resource) continue;
        const rows = this.#store.children(owner, column, id);
        const { length } = rows.filter((row) => owner !== resource || row.id !== id);
        if (length > 0)
          throw new ConfigurationError(
            `${resource}: ${id} cannot be deleted: it is the \`${column}\` of ${counted(length, 'row')} of ${owner}. Delete or update those first.`,
          );
      }
    this.#store.write(resource, id, undefined);
    return true;
  }

  #call<Result>(
    change: () => Result,
    mayCreate: (resource: string) => boolean = () => false,
  ): Result {
    this.#unchecked = [];
    return this.#store.atomically(() => {
      const result = change();
      // Rows that are created on the way are checked too.
      for (const written of this.#unchecked) this.#checkForeignKeys(written, mayCreate);
      return result;
    });
  }

  #insertRow(input: Input): StoredRow {
    const { resource, path } = input;
    const { values, many } = this.#resolveRelations(input);
    const row: Record<string, JsonValue> = {};
    for (const [name, field] of this.#store.columns(resource)) {
      const value = valueOrFollowing(field, name, values);
      const stored =
        value === undefined
          ? this.#missingValue(input, name, field)
          : parseValue(field, value, path, name);
      setMember(row, name, stored);
    }
    const inserted = row as StoredRow; // each schema has an `id`
    if (this.#store.get(resource, inserted.id))
      throw new ConfigurationError(
        `${path}.id: another row of ${resource} already has the id ${inserted.id}.`,
      );
    this.#store.write(resource, inserted.id, inserted);
    this.#checkLater({ resource, path, row: inserted });
    for (const { relation, path, rows } of many)
      for (const child of numbered(relation.target, path, rows))
        this.#insertChild(child, relation.foreignKey, inserted.id);
    return inserted;
  }

  /**
   * The values with foreign keys in place of to-one relations, and the rows of to-many relations.
   */
  #resolveRelations({ resource, path, row }: Input) {
    const columns = this.#store.columns(resource);
    const { fields, relations } = resourceOf(this.#store.schema, resource);
    const values = { ...plainRow(row, path) };
    const many: { relation: Relation; path: string; rows: readonly unknown[] }[] = [];
    for (const [name, value] of Object.entries(values)) {
      if (columns.has(name) || value === undefined) continue;
      const relation = own(relations, name);
      if (own(fields, name))
        throw new ConfigurationError(
          `${path}.${name}: a computed field cannot be set. Leave it out.`,
        );
      if (!relation)
        throw new ConfigurationError(
          `${path}: \`${name}\` is not a field or relation of ${resource}.${didYouMean(name, [...columns.keys(), ...Object.keys(relations)]) || ' Leave it out, or declare it with extendSchema().'}`,
        );
      if (relation.cardinality === 'one') {
        const { foreignKey } = relation;
        if (own(values, foreignKey) !== undefined)
          throw new ConfigurationError(
            `${path}: \`${name}\` and \`${foreignKey}\` set the same relation. Pass one of them.`,
          );
        setMember(values, foreignKey, this.#foreignKeyOf(relation, value, `${path}.${name}`));
      } else if (Array.isArray(value))
        many.push({ relation, path: `${path}.${name}`, rows: value });
      else
        throw new ConfigurationError(
          `${path}.${name}: expected an array of rows, got ${describe(value)}.`,
        );
    }
    return { values, many };
  }

  /** The id of a related row, which is passed as an id, as an existing row, or as a new one. */
  #foreignKeyOf({ target, nullable }: Relation, value: unknown, path: string): string | null {
    if (value === null && nullable) return null;
    if (!isPlainObject(value)) {
      const dot = path.lastIndexOf('.');
      const id = this.#store.idOf(target);
      return String(parseValue(id, value, path.slice(0, dot), path.slice(dot + 1)));
    }
    const id = own(value, 'id');
    const exists = typeof id === 'string' && this.#store.get(target, id);
    return exists ? id : this.#insertRow({ resource: target, path, row: value }).id;
  }

  #insertChild({ resource, path, row }: Input, foreignKey: string, parent: string): void {
    const child = plainRow(row, path);
    const value = own(child, foreignKey);
    if (value !== undefined && value !== parent)
      throw new ConfigurationError(
        `${path}.${foreignKey}: expected the id of the row around it, got ${describe(value)}. Leave it out.`,
      );
    this.#insertRow({ resource, path, row: { ...child, [foreignKey]: parent } });
  }

  /** A required foreign key that is left out gets the first row of its target, or a new one. */
  #missingValue({ resource, path }: Input, name: string, field: Field): JsonValue {
    const key = this.#store.foreignKeys(resource).get(name);
    if (key?.nullable) return null;
    if (!key) {
      const number = this.#store.inserted(resource) + 1;
      return defaultValue(field, resource, name, number, this.#dateOf(resource, number));
    }
    const [first] = this.#store.rows(key.target).keys();
    if (first !== undefined) return first;
    if (this.#creating.includes(resource))
      throw new ConfigurationError(
        `${path}.${name}: is required, because ${key.target} has no row yet that it could refer to.`,
      );
    this.#creating.push(resource);
    try {
      return this.#insertRow({ resource: key.target, path: `${path}.${name}`, row: {} }).id;
    } finally {
      this.#creating.pop();
    }
  }

  #checkLater(written: WrittenRow): void {
    if (this.#brokenKeys(written).length > 0) this.#unchecked.push(written);
  }

  #brokenKeys({ resource, row }: WrittenRow) {
    return [...this.#store.foreignKeys(resource)].flatMap(([column, key]) => {
      const id = row[column];
      const isBroken = typeof id === 'string' && !this.#store.get(key.target, id);
      return isBroken ? [{ ...key, column, id }] : [];
    });
  }

  #checkForeignKeys(written: WrittenRow, mayCreate: (resource: string) => boolean): void {
    for (const { column, target, relation, id } of this.#brokenKeys(written)) {
      const path = `${written.path}.${column}`;
      if (!mayCreate(target))
        throw new ConfigurationError(
          `${path}: no row of ${target} has the id ${id}. Insert that row first${relation ? `, or give the row itself as \`${relation}\`` : ''}.`,
        );
      this.#insertRow({ resource: target, path, row: { id } });
    }
  }
}

/** Resources in an order in which the rows that others refer to come first. */
function inForeignKeyOrder(resources: readonly string[], store: Store): string[] {
  const ordered: string[] = [];
  let waiting = [...resources];
  while (waiting.length > 0) {
    const isReady = (resource: string) =>
      [...store.foreignKeys(resource).values()].every(
        ({ target }) => target === resource || !waiting.includes(target),
      );
    const next = waiting.find(isReady) ?? waiting[0] ?? ''; // in a circle any of them may be first
    ordered.push(next);
    waiting = waiting.filter((resource) => resource !== next);
  }
  return ordered;
}

function plainRow(row: unknown, path: string): Record<string, unknown> {
  if (isPlainObject(row)) return row;
  throw new ConfigurationError(`${path}: expected a row (an object), got ${describe(row)}.`);
}
