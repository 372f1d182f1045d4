import { ConfigurationError } from '../../errors.js';
import type { Field, JsonValue } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import { resourceOf } from '../../schema/resources.js';
import { counted, describe } from '../../values/describe.js';
import { didYouMean } from '../../values/did-you-mean.js';
import { isPlainObject, own, setMember } from '../../values/plain-object.js';
import { defaultValue, givenValue, parseValue } from './field-value.js';
import type { ForeignKey, Store } from './store.js';
import type { StoredRow } from './table.js';

/**
 * A row as a caller gives it, and its path for messages: `balances[2]`, or `balances` if it is the
 * only one.
 */
interface GivenRow {
  readonly resource: string;
  readonly path: string;
  readonly row: unknown;
}

type WrittenRow = GivenRow & { readonly row: StoredRow };

/** The position of a row in its table counts from 1. */
type DateOfRow = (resource: string, number: number) => number;

type GivenRows = {
  readonly relation: Relation;
  readonly path: string;
  readonly rows: readonly unknown[];
};

function* numbered(resource: string, path: string, rows: readonly unknown[]): Generator<GivenRow> {
  for (const [index, row] of rows.entries()) yield { resource, path: `${path}[${index}]`, row };
}

/**
 * Inserts, updates and deletes rows: checks what is given, fills in what is left out, and resolves
 * relations to other rows (decision 33). A call that throws changes nothing.
 */
export class RowWriter {
  /**
   * Written rows that refer to missing rows. They are checked again when all rows of the call are
   * there.
   */
  #unchecked: WrittenRow[] = [];
  /** The date of a row that leaves it out, in milliseconds since 1970. */
  #dateOf: DateOfRow;
  /** Resources of which a row is being created for a foreign key, to detect cycles. */
  readonly #creating: string[] = [];

  readonly #now: () => number;

  constructor(
    readonly store: Store,
    now: () => number,
  ) {
    this.#now = now;
    this.#dateOf = now;
  }

  insert(resource: string, given: unknown): StoredRow[] {
    const rows = Array.isArray(given)
      ? numbered(resource, resource, given)
      : [{ resource, path: resource, row: given }];
    return this.#call(() => Array.from(rows, (row) => this.#insertRow(row)));
  }

  /** Fills new tables. If it throws, they must not be used. */
  load(
    data: { readonly [resource: string]: readonly unknown[] },
    mayCreate: (resource: string) => boolean,
    dateOf: DateOfRow = this.#now,
  ): void {
    this.#dateOf = dateOf;
    for (const resource of this.store.inForeignKeyOrder(Object.keys(data)))
      for (const row of numbered(resource, resource, data[resource] ?? [])) this.#insertRow(row);
    this.#checkForeignKeys(mayCreate);
    this.#dateOf = this.#now;
  }

  update(resource: string, id: string, patch: unknown): StoredRow {
    return this.#call(() => {
      const table = this.store.table(resource);
      const before = table.get(id);
      const slot = table.slotOf(id);
      if (!before || slot === undefined)
        throw new ConfigurationError(`${resource}: no row has the id ${describe(id)}.`);
      const { values, many } = this.#resolveRelations({ resource, path: resource, row: patch });
      const [first] = many;
      if (first)
        throw new ConfigurationError(
          `${first.path}: a to-many relation cannot be updated. Update \`${first.relation.foreignKey}\` of the ${first.relation.target} instead.`,
        );
      const after = { ...before };
      for (const [name, field] of table.columns) {
        const value = givenValue(field, name, values);
        if (value !== undefined) setMember(after, name, parseValue(field, value, resource, name));
      }
      if (after.id !== id)
        throw new ConfigurationError(
          `${resource}.id: an id cannot be changed. Insert a new row instead.`,
        );
      this.#put({ resource, path: resource, row: after }, slot);
      return after;
    });
  }

  /** Returns whether there was such a row. A row that others refer to is not deleted. */
  delete(resource: string, id: string): boolean {
    const table = this.store.table(resource);
    const slot = table.slotOf(id);
    if (slot === undefined) return false;
    const owner = this.store.referenceTo(resource, id);
    if (owner)
      throw new ConfigurationError(
        `${resource}: ${id} cannot be deleted: it is the \`${owner.column}\` of ${counted(owner.rows, 'row')} of ${owner.resource}. Delete or update those first.`,
      );
    this.store.journal.write(table, slot, undefined);
    return true;
  }

  #call<Result>(change: () => Result): Result {
    this.#unchecked = [];
    return this.store.journal.atomically(() => {
      const result = change();
      this.#checkForeignKeys(() => false);
      return result;
    });
  }

  #insertRow(given: GivenRow): StoredRow {
    const { resource, path } = given;
    const table = this.store.table(resource);
    const { values, many } = this.#resolveRelations(given);
    const stored: Record<string, JsonValue> = { ...table.emptyRow };
    for (const [name, field] of table.columns) {
      const value = givenValue(field, name, values);
      const parsed =
        value === undefined
          ? this.#missingValue(resource, path, name, field)
          : parseValue(field, value, path, name);
      setMember(stored, name, parsed);
    }
    const inserted = stored as StoredRow; // each schema has an `id`
    if (table.slotOf(inserted.id) !== undefined)
      throw new ConfigurationError(
        `${path}.id: another row of ${resource} already has the id ${inserted.id}.`,
      );
    this.#put({ resource, path, row: inserted }, table.rows.length);
    for (const { relation, path, rows } of many)
      for (const child of numbered(relation.target, path, rows))
        this.#insertChild(child, relation.foreignKey, inserted.id);
    return inserted;
  }

  #put(written: WrittenRow, slot: number): void {
    this.store.journal.write(this.store.table(written.resource), slot, written.row);
    if (this.#brokenForeignKeys(written).length > 0) this.#unchecked.push(written);
  }

  /**
   * The values with foreign keys in place of to-one relations, and the rows of to-many relations.
   */
  #resolveRelations({ resource, path, row }: GivenRow) {
    const { columns, fields } = this.store.table(resource);
    const { relations } = resourceOf(this.store.schema, resource);
    const given = plainRow(row, path);
    const many: GivenRows[] = [];
    if (Object.keys(given).every((name) => columns.has(name))) return { values: given, many };
    const values = { ...given };
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
        setMember(values, foreignKey, this.#foreignKeyOf(relation, value, path, name));
      } else if (Array.isArray(value))
        many.push({ relation, path: `${path}.${name}`, rows: value });
      else
        throw new ConfigurationError(
          `${path}.${name}: expected an array of rows, got ${describe(value)}.`,
        );
    }
    return { values, many };
  }

  /** The id of a related row, which is given as an id, as an existing row, or as a new one. */
  #foreignKeyOf(
    { target, nullable }: Relation,
    value: unknown,
    path: string,
    name: string,
  ): string | null {
    if (value === null && nullable) return null;
    if (!isPlainObject(value))
      return String(parseValue(this.store.idOf(target), value, path, name));
    const id = own(value, 'id');
    const exists = typeof id === 'string' && this.store.table(target).slotOf(id) !== undefined;
    return exists
      ? id
      : this.#insertRow({ resource: target, path: `${path}.${name}`, row: value }).id;
  }

  #insertChild({ resource, path, row }: GivenRow, foreignKey: string, parent: string): void {
    const child = plainRow(row, path);
    const given = own(child, foreignKey);
    if (given !== undefined && given !== parent)
      throw new ConfigurationError(
        `${path}.${foreignKey}: expected the id of the row around it, got ${describe(given)}. Leave it out.`,
      );
    this.#insertRow({ resource, path, row: { ...child, [foreignKey]: parent } });
  }

  /** A required foreign key that is left out gets the first row of its target, or a new one. */
  #missingValue(resource: string, path: string, name: string, field: Field): JsonValue {
    const key = this.store.foreignKeys(resource).get(name);
    if (key?.nullable) return null;
    if (!key) {
      const number = this.store.table(resource).rows.length + 1;
      return defaultValue(field, resource, name, number, this.#dateOf(resource, number));
    }
    const { first } = this.store.table(key.target);
    if (first) return first.id;
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

  #brokenForeignKeys({ resource, row }: WrittenRow) {
    const broken: (ForeignKey & { readonly column: string; readonly id: string })[] = [];
    for (const [column, key] of this.store.foreignKeys(resource)) {
      const id = row[column];
      if (typeof id === 'string' && this.store.table(key.target).slotOf(id) === undefined)
        broken.push({ ...key, column, id });
    }
    return broken;
  }

  /** Checks the rows that refer to missing ones. Rows made on the way are checked too. */
  #checkForeignKeys(mayCreate: (resource: string) => boolean): void {
    for (const written of this.#unchecked) {
      const { path } = written;
      for (const { column, target, relation, id } of this.#brokenForeignKeys(written)) {
        if (!mayCreate(target))
          throw new ConfigurationError(
            `${path}.${column}: no row of ${target} has the id ${id}. Insert that row first${relation ? `, or give the row itself as \`${relation}\`` : ''}.`,
          );
        this.#insertRow({ resource: target, path: `${path}.${column}`, row: { id } });
      }
    }
  }
}

function plainRow(given: unknown, path: string): Record<string, unknown> {
  if (isPlainObject(given)) return given;
  throw new ConfigurationError(`${path}: expected a row (an object), got ${describe(given)}.`);
}
