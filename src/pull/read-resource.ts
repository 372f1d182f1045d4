import type { AnyRow } from '../client/parse-rows.js';
import type { Resource } from '../schema/resource.js';
import { isPlainObject, own } from '../values/plain-object.js';
import { isUuid } from './field-evidence.js';
import { isUsableName, spellingsOf } from './names.js';
import {
  type Connection,
  createRowReader,
  describeRejection,
  isRejection,
  type RowReader,
} from './row-reader.js';

/** How the service treats a name in an include: it returns it, ignores it, or the request fails. */
export type Probe = 'returned' | 'ignored' | 'failed';

/** The rows of one resource, and what else was found out about it. */
export interface ResourceReading {
  readonly name: string;
  /** The path that was read, such as `/balances`. */
  readonly path: string;
  /** Why nothing was read. */
  readonly failure?: string;
  /** With their default properties, by id. */
  readonly rows: ReadonlyMap<string, AnyRow>;
  /** With every name that the service returns if an include names it, by id. */
  readonly included: ReadonlyMap<string, AnyRow>;
  readonly probes: ReadonlyMap<string, Probe>;
  readonly isComplete: boolean;
  readonly isUnordered: boolean;
  /** Whether a row can be requested by its id. Only found out for paths that the schema lacks. */
  readonly hasGet: boolean;
}

/** What to read. */
export interface ReadOptions {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  /** How many rows of a resource are read at most. */
  readonly rows: number;
  /** The names of all resources. */
  readonly resources: readonly string[];
  /** Names to try in an include, by resource; those of `*` are tried on each. */
  readonly tries: ReadonlyMap<string, readonly string[]>;
}

/** How many rows show whether the service returns a property: the first one may lack it. */
const SAMPLE = 20;

/** Longer names would make the URL of an include too long. */
const MAX_NAME = 100;

/**
 * Reads the rows of a resource: with their default properties, then with every name that may be a relation or
 * a computed property and that the service returns.
 *
 * @param declared - The resource in the schema that is extended.
 * @throws Errors that affect all resources, such as a rejected key.
 */
export async function readResource(
  name: string,
  path: string,
  declared: Resource | undefined,
  options: ReadOptions,
): Promise<ResourceReading> {
  const { connection, signal } = options;
  const empty = {
    rows: new Map(),
    included: new Map(),
    probes: new Map(),
    isComplete: false,
    isUnordered: false,
  };
  let sample: AnyRow[];
  let takes = true;
  const first = createRowReader(connection, path, signal);
  try {
    sample = await first.list([], SAMPLE).catch((error: unknown) => {
      if (!isRejection(error)) throw error;
      takes = false;
      return first.list();
    });
  } catch (error) {
    if (!isRejection(error)) throw error;
    return { ...empty, name, path, failure: describeRejection(error), hasGet: false };
  }
  // In lower case, as databases write and sort them: other text may be sorted in another way.
  const hasUuids = sample.every(({ id }) => isUuid(id) && id === id.toLowerCase());
  const reader = createRowReader(connection, path, signal, [], hasUuids);
  const read = await reader.readAll(options.rows);
  const rows = [...read.rows.values()];
  const candidates = rows.length === 0 ? [] : candidatesOf(name, declared, rows, options);
  const including = createRowReader(connection, path, signal, candidates, hasUuids);
  const probes = new Map<string, Probe>();
  for (const candidate of candidates) {
    if (signal.aborted) break; // the next request throws the reason
    probes.set(candidate, await probe(including, candidate, takes ? SAMPLE : undefined));
  }
  const returned = candidates.filter((candidate) => probes.get(candidate) === 'returned');
  const included = returned.length === 0 ? new Map() : await readIncluded(including, returned, options.rows);
  const hasGet = declared?.path !== path && rows[0] !== undefined && (await canGet(reader, rows[0].id));
  return { ...read, name, path, included, probes, hasGet };
}

async function probe(reader: RowReader, name: string, take: number | undefined): Promise<Probe> {
  try {
    const rows = await reader.list([name], take);
    return rows.some((row) => Object.hasOwn(row, name)) ? 'returned' : 'ignored';
  } catch (error) {
    if (isRejection(error)) return 'failed';
    throw error;
  }
}

/** Reads all names in one include, or one by one if the service rejects that. */
async function readIncluded(
  reader: RowReader,
  names: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, AnyRow>> {
  try {
    return (await reader.readAll(limit, names)).rows;
  } catch (error) {
    if (!isRejection(error) || names.length === 1) throw error;
  }
  const merged = new Map<string, AnyRow>();
  for (const name of names)
    for (const [id, row] of (await reader.readAll(limit, [name])).rows)
      merged.set(id, { ...merged.get(id), ...row });
  return merged;
}

async function canGet(reader: RowReader, id: string): Promise<boolean> {
  if (/^\.{0,2}$/.test(id)) return false; // not a segment of a path
  try {
    return (await reader.get(id)).id === id;
  } catch (error) {
    if (isRejection(error)) return false;
    throw error;
  }
}

/** The names that may be relations or computed properties. */
function candidatesOf(
  resource: string,
  declared: Resource | undefined,
  rows: readonly AnyRow[],
  { resources, tries }: ReadOptions,
): string[] {
  const seen = new Map<string, boolean>(); // whether the property may be a relation that is returned by default
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      seen.set(name, (seen.get(name) ?? false) || hasRows(value));
  const fields = declared?.fields ?? {};
  const names = [
    ...Object.keys(declared?.relations ?? {}),
    ...Object.keys(fields).filter((name) => !seen.has(name)),
    ...[...seen.keys()].flatMap((name) => (name.endsWith('_id') ? [name.slice(0, -3)] : [])),
    ...[...seen].flatMap(([name, isRelation]) => (isRelation ? [name] : [])),
    ...resources.filter((other) => other !== resource).flatMap(spellingsOf),
    ...(tries.get('*') ?? []),
    ...(tries.get(resource) ?? []),
  ];
  const isCandidate = (name: string) =>
    isUsableName(name) &&
    name.length <= MAX_NAME &&
    seen.get(name) !== false &&
    (!seen.has(name) || own(fields, name) === undefined);
  return [...new Set(names)].filter(isCandidate).sort();
}

/** Whether a value may be related rows: an object with an id, or an array of such objects. */
const hasRows = (value: unknown): boolean =>
  (Array.isArray(value) ? value : [value]).some((item) => isPlainObject(item) && typeof item.id === 'string');
