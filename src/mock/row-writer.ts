import { ConfigurationError } from '../errors.js';
import { counted, describe } from '../messages/describe.js';
import { didYouMean } from '../messages/did-you-mean.js';
import type { Field, JsonValue } from '../schema/field.js';
import { resourceOf } from '../schema/lookup.js';
import type { Relation } from '../schema/relation.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import { defaultValue, parseValue } from './field-value.js';
import type { ForeignKey } from './foreign-keys.js';
import { derivedAmount } from './payments-fields.js';
import type { Store, StoredRow } from './store.js';

/** A row to write, and its path for messages, such as `balances[2]`. */
interface Input {
  readonly resource: string;
  readonly path: string;
  readonly row: unknown;
}

export type RowsByResource = { readonly [resource: string]: readonly unknown[] };

/** One call of a method. */
interface WriteCall {
  /** Foreign keys of rows that are not there yet. */
  readonly missing: { path: string; key: ForeignKey; id: string }[];
  /** Resources of which a row is being created for a foreign key, to detect cycles. */
  readonly creating: string[];
  /** Whether a missing row of a resource is created. */
  readonly mayCreate: (resource: string) => boolean;
}

const numbered = (resource: string, path: string, rows: readonly unknown[]): Input[] =>
  rows.map((row, index) => ({ resource, path: `${path}[${index}]`, row }));

function rowsIn(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalidRow(path, `expected an array of rows, got ${describe(value)}.`);
}

const invalidRow = (path: string, problem: string) => new ConfigurationError(`${path}: ${problem}`);

/**
 * Inserts, updates and deletes rows: checks what is passed, fills in what is left out, and resolves
 * relations to other rows (decision 33). A call that throws changes nothing.
 */
export class RowWriter {
  readonly #store: Store;
  readonly #now: () => number;
  #call: WriteCall = { missing: [], creating: [], mayCreate: () => false };

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  insert(resource: string, input: unknown): StoredRow[] {
    const rows = Array.isArray(input)
      ? numbered(resource, resource, input)
      : [{ resource, path: resource, row: input }];
    return this.#atomically(() => rows.map((row) => this.#insertRow(row)));
  }

  /** Inserts rows by resource: those first that others refer to. Returns resources with rows. */
  insertAll(data: RowsByResource, mayCreate?: WriteCall['mayCreate']) {
    const insert = (name: string) =>
      numbered(name, name, data[name] ?? []).map((row) => this.#insertRow(row));
    const names = inForeignKeyOrder(Object.keys(data), this.#store);
    return this.#atomically(() => names.map((name) => [name, insert(name)] as const), mayCreate);
  }

  update(resource: string, id: string, patch: unknown): StoredRow {
    return this.#atomically(() => {
      const before = this.#store.get(resource, id);
      if (!before) throw invalidRow(resource, `no row has the id ${describe(id)}.`);
      const input = { resource, path: resource, row: patch };
      const { values, many } = this.#resolveRelations(input);
      for (const { path, relation } of many)
        throw invalidRow(
          path,
          'a to-many relation cannot be updated. ' +
            `Update \`${relation.foreignKey}\` of the ${relation.target} instead.`,
        );
      const row = this.#rowOf(input, values, before);
      if (row.id !== id)
        throw invalidRow(`${resource}.id`, 'an id cannot be changed. Insert a new row instead.');
      return this.#write(input, row);
    });
  }

  /** Returns whether the row existed. A row that others refer to is not deleted. */
  delete(resource: string, id: string): boolean {
    const store = this.#store;
    if (typeof id !== 'string')
      throw invalidRow(`${resource}.delete`, `expected an id, got ${describe(id)}.`);
    if (!store.get(resource, id)) return false;
    for (const owner of Object.keys(store.schema)) this.#assertUnused(resource, id, owner);
    store.write(resource, id, undefined);
    return true;
  }

  /** Rejects an id that rows of `owner` refer to, other than the row itself. */
  #assertUnused(resource: string, id: string, owner: string): void {
    const store = this.#store;
    for (const [column, { target }] of store.table(owner).foreignKeys) {
      const rows = target === resource ? store.children(owner, column, id) : [];
      const { length } = rows.filter((row) => owner !== resource || row.id !== id);
      if (length > 0)
        throw invalidRow(
          resource,
          `${id} cannot be deleted: it is the \`${column}\` of ${counted(length, 'row')} ` +
            `of ${owner}. Delete or update those first.`,
        );
    }
  }

  #atomically<Result>(
    change: () => Result,
    mayCreate: WriteCall['mayCreate'] = () => false,
  ): Result {
    this.#call = { missing: [], creating: [], mayCreate };
    return this.#store.atomically(() => {
      const result = change();
      // Rows that are created on the way may lack others.
      for (const missing of this.#call.missing) this.#addMissing(missing);
      return result;
    });
  }

  #write(input: Input, row: StoredRow): StoredRow {
    for (const [column, key] of this.#store.table(input.resource).foreignKeys) {
      const id = row[column];
      if (typeof id === 'string' && !this.#store.get(key.target, id))
        this.#call.missing.push({ path: `${input.path}.${column}`, key, id });
    }
    this.#store.write(input.resource, row.id, row);
    return row;
  }

  #insertRow(input: Input): StoredRow {
    const { resource, path } = input;
    const { values, many } = this.#resolveRelations(input);
    const row = this.#rowOf(input, values);
    if (this.#store.get(resource, row.id))
      throw invalidRow(`${path}.id`, `another row of ${resource} already has the id ${row.id}.`);
    this.#write(input, row);
    for (const { relation, path: place, rows } of many)
      for (const child of numbered(relation.target, place, rows))
        this.#insertChild(child, relation.foreignKey, row.id);
    return row;
  }

  /** @param before - The row to update; a new row gets the values that are left out. */
  #rowOf(input: Input, values: Record<string, unknown>, before?: StoredRow): StoredRow {
    const { resource, path } = input;
    const { columns, blank } = this.#store.table(resource);
    const row: Record<string, JsonValue> = { ...(before ?? blank) };
    for (const [name, field] of columns) {
      let value = own(values, name);
      if (value === undefined) value = derivedAmount(resource, name, field, values);
      if (value !== undefined) setMember(row, name, parseValue(field, value, path, name));
      else if (!before) setMember(row, name, this.#missingValue(input, name, field));
    }
    return row as StoredRow; // each schema has an `id`
  }

  /** The values, with foreign keys for to-one relations, and the rows of to-many relations. */
  #resolveRelations({ resource, path, row }: Input) {
    const { columns } = this.#store.table(resource);
    const { fields, relations } = resourceOf(this.#store.schema, resource);
    const input = plainRow(row, path);
    let values = input;
    const many: { relation: Relation; path: string; rows: readonly unknown[] }[] = [];
    for (const name of Object.keys(input)) {
      if (columns.has(name)) continue;
      const value = input[name];
      if (value === undefined) continue;
      const inner = `${path}.${name}`;
      const relation = own(relations, name);
      if (own(fields, name))
        throw invalidRow(inner, 'a computed field cannot be set. Leave it out.');
      if (!relation) {
        const hint = didYouMean(name, [...columns.keys(), ...Object.keys(relations)]);
        const advice = hint || ' Leave it out, or declare it with extendSchema().';
        throw invalidRow(path, `\`${name}\` is not a field or relation of ${resource}.${advice}`);
      }
      const { cardinality, foreignKey } = relation;
      if (cardinality === 'many') {
        many.push({ relation, path: inner, rows: rowsIn(value, inner) });
        continue;
      }
      if (own(values, foreignKey) !== undefined)
        throw invalidRow(
          path,
          `\`${name}\` and \`${foreignKey}\` set the same relation. Pass one of them.`,
        );
      if (values === input) values = { ...input };
      setMember(values, foreignKey, this.#foreignKeyOf(relation, value, path, name));
    }
    return { values, many };
  }

  /** The id of a related row, which is passed as an id, as an existing row, or as a new one. */
  #foreignKeyOf({ target, nullable }: Relation, value: unknown, path: string, name: string) {
    if (value === null && nullable) return null;
    if (!isPlainObject(value)) return parseValue(this.#store.idOf(target), value, path, name);
    const id = own(value, 'id');
    const exists = typeof id === 'string' && this.#store.get(target, id);
    return exists
      ? id
      : this.#insertRow({ resource: target, path: `${path}.${name}`, row: value }).id;
  }

  #insertChild({ resource, path, row }: Input, foreignKey: string, parent: string): void {
    const child = plainRow(row, path);
    const value = own(child, foreignKey);
    if (value !== undefined && value !== parent)
      throw invalidRow(
        `${path}.${foreignKey}`,
        `expected the id of the row around it, got ${describe(value)}. Leave it out.`,
      );
    this.#insertRow({ resource, path, row: { ...child, [foreignKey]: parent } });
  }

  /** A required foreign key that is left out gets the first row of its target, or a new one. */
  #missingValue({ resource, path }: Input, name: string, field: Field): JsonValue {
    const key = this.#store.table(resource).foreignKeys.get(name);
    const { creating } = this.#call;
    const number = this.#store.table(resource).inserted + 1;
    if (!key) return defaultValue(field, resource, name, number, this.#now());
    if (key.nullable) return null;
    const [first] = this.#store.table(key.target).rows.keys();
    if (first !== undefined) return first;
    if (creating.includes(resource))
      throw invalidRow(
        `${path}.${name}`,
        `is required, because ${key.target} has no row yet that it could refer to.`,
      );
    creating.push(resource);
    const { id } = this.#insertRow({ resource: key.target, path: `${path}.${name}`, row: {} });
    creating.pop();
    return id;
  }

  #addMissing({ path, key: { target, relation }, id }: WriteCall['missing'][number]): void {
    if (this.#store.get(target, id)) return;
    const hint = relation ? `, or give the row itself as \`${relation}\`` : '';
    if (!this.#call.mayCreate(target))
      throw invalidRow(path, `no row of ${target} has the id ${id}. Insert that row first${hint}.`);
    this.#insertRow({ resource: target, path, row: { id } });
  }
}

/** Resources in an order in which the rows that others refer to come first. */
function inForeignKeyOrder(resources: readonly string[], store: Store): string[] {
  const ordered: string[] = [];
  const visited = new Set<string>();
  const visit = (resource: string) => {
    if (visited.has(resource) || !resources.includes(resource)) return;
    visited.add(resource);
    for (const { target } of store.table(resource).foreignKeys.values()) visit(target);
    ordered.push(resource);
  };
  resources.forEach(visit);
  return ordered;
}

function plainRow(row: unknown, path: string): Record<string, unknown> {
  if (isPlainObject(row)) return row;
  throw invalidRow(path, `expected a row (an object), got ${describe(row)}.`);
}
