import { requestDialect } from '../../../dialect/request-dialect.js';
import type { JsonObject } from '../../../schema/field.js';
import type { Resource } from '../../../schema/resource.js';
import type { Resources } from '../../../schema/resources.js';
import { own } from '../../../values/plain-object.js';
import type { Service } from '../service/live-service.js';
import { type ReadRows, readPages, takeUpTo } from '../service/read-pages.js';
import { isFailure, isRow, type JsonRow, rowsOf } from '../service/response.js';
import {
  isNamedAfter,
  isUsableName,
  pathsOf,
  resourceNameOf,
  spellingsOf,
} from './conventional-names.js';

/**
 * Reads the rows of every resource: those of the schema, those of the options, and those that
 * foreign keys suggest. For a foreign key `counterparty_id`, the service is asked whether it has
 * `/counterparties`.
 */
export async function readResources(
  service: Service,
  base: Resources,
  options: ReadOptions,
): Promise<Reading[]> {
  const paths = new Map<string, string | undefined>(
    Object.entries(base).map(([name, { path, operations }]) => [
      name,
      operations.includes('list') ? path : undefined,
    ]),
  );
  for (const [name, path] of [...options.paths].sort()) paths.set(name, path);
  const readings: Reading[] = [];
  const asked = new Set<string>();
  let waiting = [...paths];
  while (waiting.length > 0) {
    const resources = [...paths.keys()];
    const read = ([name, path]: (typeof waiting)[number]) =>
      path === undefined
        ? []
        : readResource(service, name, path, own(base, name), resources, options);
    readings.push(...(await Promise.all(waiting.map(read))).flat());
    waiting = options.onlyDeclared ? [] : await findSuggested(service, readings, resources, asked);
    for (const [name, path] of waiting) paths.set(name, path);
  }
  return readings;
}

/** The resources that foreign keys of the rows suggest, and that the service lists. */
async function findSuggested(
  service: Service,
  readings: readonly Reading[],
  resources: readonly string[],
  asked: Set<string>,
): Promise<[string, string][]> {
  const columns = new Set<string>();
  for (const { rows, included } of readings)
    for (const row of [...rows.values(), ...included.values()])
      for (const part of [row, ...Object.values(row).flat()])
        for (const [name, value] of Object.entries(part ?? {}))
          if (name.endsWith('_id') && typeof value === 'string') columns.add(name.slice(0, -3));
  const found: [string, string][] = [];
  for (const relation of [...columns].sort()) {
    const name = resourceNameOf(relation, false);
    if (asked.has(name) || resources.some((resource) => isNamedAfter(relation, resource))) continue;
    asked.add(name);
    for (const path of pathsOf(name)) {
      const response = await service.getOrThrow({ path });
      if (rowsOf(response).length === 0) continue;
      found.push([name, path]);
      break;
    }
  }
  return found;
}

/**
 * How the service treats a name in an include: it returns it, ignores it, or rejects the request.
 */
type Treatment = 'returned' | 'ignored' | 'rejected';

export interface Reading extends ReadRows {
  readonly name: string;
  readonly path: string;
  readonly failure?: string;
  /** With every name that the service returns if an include names it, by id. */
  readonly included: ReadonlyMap<string, JsonRow>;
  readonly treatments: ReadonlyMap<string, Treatment>;
  /** Whether a row can be requested by its id. Only found out for paths that the schema lacks. */
  readonly hasGet: boolean;
}

export interface ReadOptions {
  readonly rowsPerResource: number;
  /** Whether to look for nothing that the schema lacks. */
  readonly onlyDeclared?: boolean;
  /** The paths of resources that the schema lacks, by name; or other paths of its resources. */
  readonly paths: ReadonlyMap<string, string>;
}

/** How many rows show whether the service returns a name: the first one may lack it. */
const TESTED_ROWS = 20;

/** Longer names would make the URL of an include too long. */
const MAX_NAME = 100;

/**
 * Reads the rows of a resource: with their default fields, then with every name that may be a
 * relation or a computed field and that the service returns.
 *
 * @param declared - The resource in the schema that is extended.
 * @param resources - The names of all resources.
 */
async function readResource(
  service: Service,
  name: string,
  path: string,
  declared: Resource | undefined,
  resources: readonly string[],
  { rowsPerResource, onlyDeclared = false }: ReadOptions,
): Promise<Reading> {
  const read = await readPages(service, path, rowsPerResource);
  const empty = { name, path, included: new Map(), treatments: new Map(), hasGet: false };
  if (!read)
    return {
      ...empty,
      rows: new Map(),
      isComplete: false,
      failure: 'the service rejects its list',
    };
  const rows = [...read.rows.values()];
  const [first] = rows;
  if (!first) return { ...empty, ...read };
  const others = resources.filter((other) => other !== name).flatMap(spellingsOf);
  const candidates = candidatesOf(declared, rows, others);
  const isDeclared = (one: string) =>
    own(declared?.relations ?? {}, one) ?? own(declared?.fields ?? {}, one);
  const known = candidates.filter(isDeclared);
  const treatments = await tryNames(service, path, known, onlyDeclared ? known : candidates);
  const returned = candidates.filter((candidate) => treatments.get(candidate) === 'returned');
  const included =
    returned.length === 0
      ? new Map<string, JsonRow>()
      : await readTogether(returned, async (include) => [
          ...((await readPages(service, path, rowsPerResource, include))?.rows.values() ?? []),
        ]);
  const hasGet =
    declared?.path !== path &&
    !/^\.{0,2}$/.test(first.id) && // not a segment of a path
    (await service.getOrThrow({ path: `${path}/${encodeURIComponent(first.id)}` })).row?.id ===
      first.id;
  return { ...read, name, path, included, treatments, hasGet };
}

const includeOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, true]));

/**
 * Tries names in as few includes as possible. Some services reject an include with an unknown name,
 * and some ignore it as a whole, so that only a request that returns some of its names says
 * something about the others.
 */
async function tryNames(
  service: Service,
  path: string,
  declared: readonly string[],
  names: readonly string[],
) {
  const treatments = new Map<string, Treatment>();
  if (requestDialect(service.dialect).parameters.include === null) return treatments;
  const limit = takeUpTo(service, TESTED_ROWS);
  const tryTogether = async (
    together: readonly string[],
    known: readonly string[] = [],
  ): Promise<void> => {
    if (together.length === 0) return;
    const include = includeOf([...known, ...together]);
    const { rows, status, error } = await service.getPatiently({
      path,
      query: { include, ...limit },
    });
    // A failure says nothing of what is declared. Some services fail for each unknown name.
    if (error && isFailure(status) && together.length === 1 && declared.includes(together[0] ?? ''))
      throw error;
    const isReturned = (name: string) => rows?.some((row) => Object.hasOwn(row, name)) ?? false;
    if (together.length > 1 && ![...known, ...together].some(isReturned))
      for (const name of together) await tryTogether([name]);
    else
      for (const name of together)
        treatments.set(name, !rows ? 'rejected' : isReturned(name) ? 'returned' : 'ignored');
  };
  await tryTogether(declared);
  // Some services return one relation at a time.
  if (declared.length > 1)
    for (const name of declared) if (treatments.get(name) === 'ignored') await tryTogether([name]);
  const known = declared.filter((name) => treatments.get(name) === 'returned').slice(0, 1);
  await tryTogether(
    names.filter((name) => !declared.includes(name)),
    known,
  );
  return treatments;
}

/**
 * Reads rows with names in one include, and one by one with those that the service does not return
 * together.
 *
 * @param read - Without an include if there are no names.
 */
export async function readTogether(
  names: readonly string[],
  read: (include?: JsonObject) => Promise<readonly JsonRow[]>,
): Promise<ReadonlyMap<string, JsonRow>> {
  const rows = new Map<string, JsonRow>();
  const add = async (some: readonly string[]) => {
    for (const row of await read(some.length > 0 ? includeOf(some) : undefined))
      rows.set(row.id, { ...rows.get(row.id), ...row });
  };
  await add(names);
  const missing = names.filter(
    (name) => ![...rows.values()].some((row) => Object.hasOwn(row, name)),
  );
  if (names.length > 1) for (const name of missing) await add([name]);
  return rows;
}

function candidatesOf(
  declared: Resource | undefined,
  rows: readonly JsonRow[],
  others: readonly string[],
) {
  const seen = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const fields = declared?.fields ?? {};
  const names = [
    ...Object.keys(declared?.relations ?? {}),
    ...Object.keys(fields),
    ...seen,
    ...seen.filter((name) => name.endsWith('_id')).map((name) => name.slice(0, -3)),
    ...others,
  ];
  // A field that is returned by default may be a relation.
  const mayBeRelation = (name: string) =>
    !own(fields, name) && rows.some((row) => [own(row, name)].flat().some(isRow));
  const isCandidate = (name: string) =>
    isUsableName(name) && name.length <= MAX_NAME && (!seen.includes(name) || mayBeRelation(name));
  return [...new Set(names)].filter(isCandidate).sort();
}
