import { ConfigurationError } from '../../errors/usage-errors.js';
import type { Field } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import { resourceOf } from '../../schema/resources.js';
import { describe } from '../../values/describe.js';
import { didYouMean } from '../../values/did-you-mean.js';
import { isPlainObject, own, setMember } from '../../values/plain-object.js';
import { defaultValue } from './default-value.js';
import { readValue } from './parse-value.js';
import type { Store } from './store.js';
import type { StoredRow } from './table.js';

/** What the relations among the members of a row come to: foreign keys by column, and children. */
interface ReadLinks {
  readonly keys: ReadonlyMap<string, string | null>;
  readonly many: readonly {
    readonly relation: Relation;
    readonly name: string;
    readonly rows: readonly unknown[];
  }[];
}

const NO_LINKS: ReadLinks = { keys: new Map(), many: [] };

/**
 * Puts rows into the tables: checks what is given, fills in what is left out, and follows the links to other rows
 * (decision 33). What is refused changes nothing.
 */
export class RowWriter {
  /** Rows whose links are looked at when the whole of what was given is there. */
  #unlinked: { readonly resource: string; readonly row: StoredRow }[] = [];
  readonly #making: string[] = [];

  constructor(
    readonly store: Store,
    readonly now: () => number,
  ) {}

  /** @throws ConfigurationError which names the property. */
  insert(resource: string, rows: readonly unknown[]): StoredRow[] {
    return this.#whole(() => rows.map((row) => this.#insertRow(resource, row)));
  }

  /**
   * Loads tables, those to which others link first.
   *
   * @param isOpen - Whether a row of a resource is made where another links to it and it is not there.
   */
  load(
    data: { readonly [resource: string]: readonly unknown[] },
    isOpen: (resource: string) => boolean,
  ): void {
    this.#whole(() => {
      for (const resource of this.#inOrderOfLinks(Object.keys(data)))
        for (const row of data[resource] ?? []) this.#insertRow(resource, row);
    }, isOpen);
  }

  /** @throws ConfigurationError where no row has the id, or which names the property. */
  update(resource: string, id: string, patch: unknown): StoredRow {
    return this.#whole(() => {
      const table = this.store.table(resource);
      const before = table.get(id);
      if (!before) throw new ConfigurationError(`${resource}: no row has the id ${describe(id)}.`);
      const row = this.#plain(resource, patch);
      const { keys, many } = this.#readLinks(resource, row);
      const [first] = many;
      if (first)
        throw new ConfigurationError(
          `${resource}.${first.name}: rows are linked from their side. Update \`${first.relation.foreignKey}\` of ${first.relation.target}.`,
        );
      const after = { ...before };
      for (const [name, field] of table.columns) {
        const value = keys.has(name) ? keys.get(name) : own(row, name);
        if (value !== undefined) setMember(after, name, readValue(field, value, resource, name));
      }
      if (after.id !== id) throw new ConfigurationError(`${resource}.id: cannot change. Insert another row.`);
      this.#put(resource, table.slotOf(id) ?? table.rows.length, after);
      return after;
    });
  }

  /**
   * @returns Whether there was such a row.
   * @throws ConfigurationError while other rows link to it.
   */
  delete(resource: string, id: string): boolean {
    const table = this.store.table(resource);
    const slot = table.slotOf(id);
    if (slot === undefined) return false;
    for (const owner of Object.keys(this.store.schema)) {
      for (const [column, { target }] of this.store.foreignKeys(owner)) {
        if (target !== resource) continue;
        const links = this.store.table(owner).links(column).get(id) ?? [];
        const others = links.filter((other) => owner !== resource || other !== slot).length;
        if (others > 0)
          throw new ConfigurationError(
            `${resource}: ${id} cannot be deleted while ${others} of ${owner} link to it by \`${column}\`. Delete or update those first.`,
          );
      }
    }
    this.store.history.write(table, slot, undefined);
    return true;
  }

  #whole<Result>(act: () => Result, isOpen = (_resource: string) => false): Result {
    this.#unlinked = [];
    try {
      return this.store.history.atomically(() => {
        const result = act();
        for (const { resource, row } of this.#unlinked) this.#checkLinks(resource, row, isOpen);
        return result;
      });
    } finally {
      this.#unlinked = []; // rows that are replaced later would live on here
    }
  }

  #insertRow(resource: string, given: unknown): StoredRow {
    const table = this.store.table(resource);
    const plain = this.#plain(resource, given);
    const { keys, many } = this.#readLinks(resource, plain);
    const row: Record<string, StoredRow[string]> = {};
    for (const [name, field] of table.columns) {
      const value = keys.has(name) ? keys.get(name) : own(plain, name);
      setMember(
        row,
        name,
        value === undefined ? this.#missing(resource, name, field) : readValue(field, value, resource, name),
      );
    }
    const stored = row as StoredRow; // each schema has an `id`
    if (table.slotOf(stored.id) !== undefined)
      throw new ConfigurationError(`${resource}.id: ${stored.id} is there already.`);
    this.#put(resource, table.rows.length, stored);
    for (const { relation, name, rows } of many)
      for (const child of rows) this.#insertChild(relation, child, stored.id, `${resource}.${name}`);
    return stored;
  }

  #put(resource: string, slot: number, row: StoredRow): void {
    Object.freeze(row); // what computes a property is given it
    this.store.history.write(this.store.table(resource), slot, row);
    this.#unlinked.push({ resource, row });
  }

  #plain(resource: string, given: unknown): Record<string, unknown> {
    if (isPlainObject(given)) return given;
    throw new ConfigurationError(`${resource}: expected a row, an object, not ${describe(given)}.`);
  }

  /** Follows the relations among the members of a row, and refuses what is neither relation nor column. */
  #readLinks(resource: string, row: Record<string, unknown>): ReadLinks {
    const { columns, fields } = this.store.table(resource);
    const others = Object.keys(row).filter((name) => !columns.has(name) && row[name] !== undefined);
    if (others.length === 0) return NO_LINKS;
    const { relations } = resourceOf(this.store.schema, resource);
    const keys = new Map<string, string | null>();
    const many: ReadLinks['many'][number][] = [];
    for (const name of others) {
      const path = `${resource}.${name}`;
      const relation = own(relations, name);
      const value = row[name];
      if (own(fields, name))
        throw new ConfigurationError(`${path}: is computed, so that no row can be given it.`);
      if (!relation) throw new ConfigurationError(this.#unknown(resource, name));
      if (relation.cardinality === 'one') {
        if (keys.has(relation.foreignKey) || own(row, relation.foreignKey) !== undefined)
          throw new ConfigurationError(`${path}: \`${relation.foreignKey}\` is given too. Give one of them.`);
        keys.set(relation.foreignKey, this.#linkTo(relation, value, resource, name));
      } else if (Array.isArray(value)) many.push({ relation, name, rows: value });
      else throw new ConfigurationError(`${path}: expected an array of rows, not ${describe(value)}.`);
    }
    return { keys, many };
  }

  #unknown(resource: string, name: string): string {
    const { relations } = resourceOf(this.store.schema, resource);
    const names = [...this.store.table(resource).columns.keys(), ...Object.keys(relations)];
    return `${resource}: \`${name}\` is not a property or relation of ${resource}.${didYouMean(name, names)}`;
  }

  /** The id of a linked row, which is given as an id, as a row that is there, or as a new one. */
  #linkTo({ target, nullable }: Relation, value: unknown, resource: string, name: string): string | null {
    if (value === null && nullable) return null;
    if (!isPlainObject(value)) return String(readValue(this.store.idOf(target), value, resource, name));
    const id = own(value, 'id');
    const there = typeof id === 'string' && this.store.table(target).slotOf(id) !== undefined;
    return there ? id : this.#insertRow(target, value).id;
  }

  #insertChild({ target, foreignKey }: Relation, child: unknown, parent: string, path: string): void {
    if (!isPlainObject(child))
      throw new ConfigurationError(`${path}: expected rows, objects, not ${describe(child)}.`);
    const given = own(child, foreignKey);
    if (given !== undefined && given !== parent)
      throw new ConfigurationError(
        `${path}: \`${foreignKey}\` of a row in it leads elsewhere. Leave it out.`,
      );
    this.#insertRow(target, { ...child, [foreignKey]: parent });
  }

  /** A link that is needed leads to the first row there is, or to a new one. */
  #missing(resource: string, name: string, field: Field): StoredRow[string] {
    const key = this.store.foreignKeys(resource).get(name);
    if (key?.nullable) return null;
    const number = this.store.table(resource).rows.length + 1;
    if (!key) return defaultValue(field, resource, name, number, this.now());
    const first = this.store.table(key.target).rows.find((row) => row !== undefined);
    if (first) return first.id;
    if (this.#making.includes(resource))
      throw new ConfigurationError(`${resource}.${name}: cannot be left out, as there is no row to link to.`);
    this.#making.push(resource);
    try {
      return this.#insertRow(key.target, {}).id;
    } finally {
      this.#making.pop();
    }
  }

  #checkLinks(resource: string, row: StoredRow, isOpen: (resource: string) => boolean): void {
    for (const [column, { target }] of this.store.foreignKeys(resource)) {
      const id = row[column];
      if (typeof id !== 'string' || this.store.table(target).slotOf(id) !== undefined) continue;
      if (isOpen(target)) this.#insertRow(target, { id });
      else
        throw new ConfigurationError(
          `${resource}.${column}: no row of ${target} has the id ${id}. Insert that row first, or give the row itself.`,
        );
    }
  }

  #inOrderOfLinks(resources: readonly string[]): string[] {
    const ordered: string[] = [];
    let waiting = [...resources];
    while (waiting.length > 0) {
      const isReady = (resource: string) =>
        [...this.store.foreignKeys(resource).values()].every(
          ({ target }) => target === resource || !waiting.includes(target),
        );
      const next = waiting.find(isReady) ?? waiting[0] ?? ''; // in a circle, any may be the first
      ordered.push(next);
      waiting = waiting.filter((resource) => resource !== next);
    }
    return ordered;
  }
}
