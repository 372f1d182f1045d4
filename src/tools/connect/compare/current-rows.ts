import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../schema/field.js';
import { resourceOf } from '../../../schema/resources.js';
import { findHiddenDigits } from '../sample/hidden-digits.js';
import { type RowsByResource, toMockData } from '../sample/mock-data.js';
import { readTogether } from '../sample/read-resources.js';
import { addMissing, requestsFor, type Sample, SampledRows } from '../sample/sample-rows.js';
import { type Service, unlessStopped } from '../service/live-service.js';
import { readPages } from '../service/read-pages.js';
import { type JsonRow, rowsOf } from '../service/response.js';

/** Rows are inserted while all of a small resource are read: this many at most. */
const MOST_ROWS = 100;

/**
 * The rows of a sample as the service has them now: others insert, update and delete rows while it
 * is compared.
 */
export class CurrentRows {
  readonly #service: Service;
  readonly #sample: Pick<Sample, 'schema' | 'rows' | 'roots' | 'complete'>;
  readonly #hidesDigits: boolean;
  #shown: RowsByResource;
  #stored: RowsByResource;

  /** @param stored - The rows with hidden digits, if dates have some. */
  constructor(
    service: Service,
    sample: Pick<Sample, 'schema' | 'rows' | 'roots' | 'complete'>,
    stored: RowsByResource | undefined,
  ) {
    this.#service = service;
    this.#sample = sample;
    this.#hidesDigits = stored !== undefined;
    this.#shown = sample.rows;
    this.#stored = stored ?? sample.rows;
  }

  /** Reads the rows again. @returns All of them if some have changed since the last time. */
  async readChanged(): Promise<RowsByResource | undefined> {
    if (Object.keys(this.#sample.roots).length === 0) return undefined;
    const shown = await unlessStopped(() => this.#read());
    if (!shown) return undefined;
    const known = byId(this.#shown);
    const isNew = (name: string, row: JsonObject) =>
      !isDeepStrictEqual(known.get(rowKey(name, row)), row);
    const changed = mapRows(shown, (name, rows) => rows.filter((row) => isNew(name, row)));
    const hasFewer = Object.entries(this.#shown).some(
      ([name, { length }]) => (shown[name]?.length ?? 0) < length,
    );
    if (!hasFewer && Object.values(changed).every(({ length }) => length === 0)) return undefined;
    const { schema } = this.#sample;
    const found = this.#hidesDigits
      ? await unlessStopped(() => findHiddenDigits(this.#service, schema, changed))
      : undefined;
    const stored = byId(found ?? changed);
    const before = byId(this.#stored);
    this.#shown = shown;
    this.#stored = mapRows(shown, (name, rows) =>
      rows.map((row) => stored.get(rowKey(name, row)) ?? before.get(rowKey(name, row)) ?? row),
    );
    return this.#stored;
  }

  async #read(): Promise<RowsByResource> {
    const { schema, roots } = this.#sample;
    const sampled = new SampledRows(schema);
    const read = await Promise.all(
      Object.keys(roots).map(async (name) => [name, await this.#roots(name)] as const),
    );
    for (const [name, rows] of read) for (const row of rows) sampled.add(name, row);
    await addMissing(this.#service, schema, sampled, Object.keys(roots));
    return toMockData(schema, sampled.rows()).rows;
  }

  async #roots(name: string): Promise<readonly JsonRow[]> {
    const { schema, roots, complete } = this.#sample;
    const resource = resourceOf(schema, name);
    const ids = roots[name] ?? [];
    const relations = Object.keys(resource.relations).filter((one) =>
      complete.includes(`${name}.${one}`),
    );
    const rows = await readTogether(relations, async (include) => {
      if (complete.includes(name)) {
        const all = await readPages(this.#service, resource.path ?? '', MOST_ROWS, include);
        return [...(all?.rows.values() ?? [])];
      }
      const requests = requestsFor(this.#service, resource, ids, include);
      const responses = await Promise.all(
        requests.map((request) => this.#service.getPatiently(request)),
      );
      return responses.flatMap(rowsOf).filter(({ id }) => ids.includes(id));
    });
    return [...rows.values()];
  }
}

const rowKey = (name: string, { id }: JsonObject): string => `${name} ${String(id)}`;

const mapRows = (
  rows: RowsByResource,
  change: (name: string, rows: readonly JsonObject[]) => readonly JsonObject[],
): RowsByResource =>
  Object.fromEntries(Object.entries(rows).map(([name, some]) => [name, change(name, some)]));

const byId = (rows: RowsByResource): Map<string, JsonObject> =>
  new Map(
    Object.entries(rows).flatMap(([name, some]) => some.map((row) => [rowKey(name, row), row])),
  );
