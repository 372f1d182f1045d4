import { isUuid } from '../../values/uuid.js';
import { isNamedAfter, resourceNameOf } from '../sample/conventional-names.js';
import type { Reading } from '../sample/read-resource.js';
import type { JsonRow } from '../service/read-pages.js';

/** The rows of one resource that are known, from its list or from relations to it. */
interface KnownResource {
  readonly rows: Map<string, JsonRow>;
  /** Whether these are all rows of the resource. */
  readonly isComplete: boolean;
  /** Whether its list was read. Otherwise related rows are added. */
  readonly isListed: boolean;
}

/** The rows of all resources, to find the target of a relation. */
export class KnownRows {
  readonly #resources = new Map<string, KnownResource>();

  /** @param resources - The names of further resources. */
  constructor(resources: readonly string[], readings: readonly Reading[]) {
    for (const name of resources) this.#add(name);
    for (const { name, rows, isComplete } of readings)
      if (rows.size > 0) this.#resources.set(name, { rows: new Map(rows), isComplete, isListed: true });
      else this.#add(name);
  }

  #add(resource: string): KnownResource {
    const added = { rows: new Map(), isComplete: false, isListed: false };
    this.#resources.set(resource, added);
    return added;
  }

  /** The names of all resources, with those that relations have added. */
  get names(): string[] {
    return [...this.#resources.keys()];
  }

  rowsOf(resource: string): ReadonlyMap<string, JsonRow> {
    return this.#resources.get(resource)?.rows ?? new Map();
  }

  /** Adds related rows to a resource whose list was not read. */
  addRelated(resource: string, related: readonly JsonRow[]): void {
    const known = this.#resources.get(resource) ?? this.#add(resource);
    if (known.isListed) return;
    for (const row of related) if (!known.rows.has(row.id)) known.rows.set(row.id, row);
  }

  /**
   * The resource that related rows belong to: the one whose rows have their ids, else the one that the
   * relation is named after, unless all its rows are known.
   */
  targetOf(relation: string, related: readonly JsonRow[]): string | undefined {
    const ids = new Set(related.map(({ id }) => id));
    const areUuids = [...ids].every(isUuid);
    let best: string | undefined;
    let mostHits = 0;
    for (const [resource, { rows, isComplete }] of this.#resources) {
      const hits = [...ids].filter((id) => rows.has(id)).length;
      // Ids such as 1 and 2 occur in several resources.
      const isPossible = areUuids || isNamedAfter(relation, resource) || hasSameKeys(rows, related[0]);
      const isContradicted = isComplete && hits < ids.size;
      if (hits <= mostHits || !isPossible || isContradicted) continue;
      best = resource;
      mostHits = hits;
    }
    if (best !== undefined) return best;
    const named = [...this.#resources].find(
      ([name, { isComplete }]) => isNamedAfter(relation, name) && !isComplete,
    );
    return named?.[0];
  }

  /** A name for a resource that only this relation shows. */
  newNameFor(owner: string, relation: string, isMany: boolean): string {
    const plural = resourceNameOf(relation, isMany);
    const withOwner = `${owner}${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
    for (const name of [plural, withOwner]) if (!this.#resources.has(name)) return name;
    let number = 2;
    while (this.#resources.has(`${withOwner}${number}`)) number++;
    return `${withOwner}${number}`;
  }
}

/** Whether a row has the same fields as the known rows of a resource. */
function hasSameKeys(rows: ReadonlyMap<string, JsonRow>, row: JsonRow | undefined): boolean {
  const [known] = rows.values();
  return known !== undefined && row !== undefined && keysOf(known) === keysOf(row);
}

const keysOf = (row: JsonRow): string => JSON.stringify(Object.keys(row).sort());
