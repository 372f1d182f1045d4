import { type Field, nullable, uuid } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import { type Resources, resourceOf } from '../../schema/resources.js';
import { setMember } from '../../values/plain-object.js';
import { History } from './history.js';
import { Table } from './table.js';

/** A column whose values are ids of another resource. */
export interface ForeignKey {
  readonly target: string;
  /** The to-one relation that declares it; none where only the target's to-many relation does. */
  readonly relation?: string;
  /** Whether a row may do without. */
  readonly nullable: boolean;
}

/** What the mock holds: a table for each resource, and the foreign keys between them. */
export class Store {
  readonly history = new History();
  readonly #tables = new Map<string, Table>();
  readonly #keys = new Map<string, Map<string, ForeignKey>>();

  constructor(readonly schema: Resources) {
    for (const name of Object.keys(schema)) this.#keys.set(name, new Map());
    this.#collectForeignKeys();
    for (const [name, { fields }] of Object.entries(schema))
      this.#tables.set(name, new Table(name, fields, this.#undeclaredKeys(name)));
  }

  /** The table of a resource. */
  table(name: string): Table {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`${name} is not a resource of the schema.`); // names are checked long before
    return table;
  }

  /** A relation of a resource. */
  relation(name: string, relation: string): Relation {
    const found = resourceOf(this.schema, name).relations[relation];
    if (!found) throw new Error(`${name} has no relation ${relation}.`); // names are checked long before
    return found;
  }

  /** What the ids of a resource are, and so the links to it. */
  idOf(name: string): Field {
    return resourceOf(this.schema, name).fields.id ?? uuid(); // each schema has an `id`
  }

  /** The foreign keys of a resource, declared as properties or not. */
  foreignKeys(name: string): ReadonlyMap<string, ForeignKey> {
    return this.#keys.get(name) ?? new Map();
  }

  /** Foreign keys that are no properties, as columns. */
  #undeclaredKeys(name: string): Record<string, Field> {
    const declared = this.schema[name]?.fields ?? {};
    const keys: Record<string, Field> = {};
    for (const [column, { target, nullable: mayMiss }] of this.foreignKeys(name)) {
      const id = this.idOf(target);
      if (!Object.hasOwn(declared, column)) setMember(keys, column, mayMiss ? nullable(id) : id);
    }
    return keys;
  }

  /** To-one relations say most, so they come first; a column that leads to two resources is no foreign key. */
  #collectForeignKeys(): void {
    const relations = Object.entries(this.schema).flatMap(([owner, resource]) =>
      Object.entries(resource.relations).map(([name, relation]) => ({ owner, name, relation })),
    );
    for (const { owner, name, relation } of relations) {
      if (relation.cardinality !== 'one') continue;
      const nullable =
        relation.nullable || (this.schema[owner]?.fields[relation.foreignKey]?.nullable ?? false);
      this.#keys.get(owner)?.set(relation.foreignKey, { target: relation.target, relation: name, nullable });
    }
    for (const { owner, relation } of relations) {
      const keys = this.#keys.get(relation.target);
      if (relation.cardinality === 'many' && keys && !keys.has(relation.foreignKey))
        keys.set(relation.foreignKey, { target: owner, nullable: true });
    }
  }
}
