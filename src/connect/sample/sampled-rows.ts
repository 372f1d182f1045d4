import type { JsonObject } from '../../schema/field.js';
import { type Resources, resourceOf } from '../../schema/resources.js';
import { own, setMember } from '../../values/plain-object.js';
import { isRow } from '../service/read-pages.js';
import type { RowsByResource } from './fit-rows.js';

/** Rows by resource and id, taken apart from their related rows. */
export class SampledRows {
  readonly #rows: ReadonlyMap<string, Map<string, JsonObject>>;

  constructor(private readonly schema: Resources) {
    this.#rows = new Map(Object.keys(schema).map((name) => [name, new Map()]));
  }

  rows(): RowsByResource {
    return Object.fromEntries([...this.#rows].map(([name, rows]) => [name, [...rows.values()]]));
  }

  /** The rows with an id in a column that no row of the target has. */
  missing(resource: string, column: string, target: string): JsonObject[] {
    return [...(this.#rows.get(resource)?.values() ?? [])].filter((row) => {
      const id = own(row, column);
      return typeof id === 'string' && !this.#rows.get(target)?.has(id);
    });
  }

  /** Adds a row with its related rows. Values that are known stay: those of lists are added first. */
  add(resource: string, row: JsonObject): void {
    const { relations } = resourceOf(this.schema, resource);
    const id = String(row.id);
    const stored: JsonObject = {};
    for (const [name, value] of Object.entries(row)) {
      const relation = own(relations, name);
      if (!relation) setMember(stored, name, value);
      else if (relation.cardinality === 'many')
        for (const child of [value].flat())
          if (isRow(child)) this.add(relation.target, { [relation.foreignKey]: id, ...child });
    }
    for (const [name, { target, cardinality, foreignKey }] of Object.entries(relations)) {
      const value = own(row, name);
      if (cardinality === 'many' || value === undefined) continue;
      if (isRow(value)) this.add(target, value);
      if (!Object.hasOwn(stored, foreignKey)) setMember(stored, foreignKey, isRow(value) ? value.id : null);
    }
    const rows = this.#rows.get(resource);
    rows?.set(id, { ...stored, ...rows.get(id) });
  }
}
