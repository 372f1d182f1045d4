import { type Dialect, resolveDialect } from '../../dialect.js';
import { nameProblem } from '../../schema/assert-schema.js';
import type { Resources } from '../../schema/resources.js';
import { own, withoutUndefined } from '../../values/plain-object.js';
import { envelopeOf, findPagination, findRows } from './envelope.js';
import type { Note } from './notes.js';
import { type Counts, findPageSize, findUrlLength } from './page-size.js';
import { findParameters } from './parameters.js';
import { isNamedAfter, pathsOf, resourceNameOf } from './resource-names.js';
import { type Answer, type JsonRow, type Service, StoppedError, UnusableError } from './service.js';

/** A resource that the service lists. */
export interface List {
  readonly name: string;
  readonly path: string;
  readonly operations: readonly ('get' | 'list')[];
  /** Of a list without parameters. */
  readonly rows: readonly JsonRow[];
}

/** How a service is spoken to. */
export interface Form {
  readonly dialect: Dialect;
  readonly lists: readonly List[];
  /** What is not determined, and what could not be read. */
  readonly notes: readonly Note[];
  /** `undefined` if no list has enough rows to find the parameters. */
  readonly counts: Counts | undefined;
}

/**
 * Finds how requests are written and where responses have their rows, and sets the dialect of the
 * service.
 *
 * @param start - What a module says. It is tried first.
 * @param paths - Further resources by name.
 * @throws StoppedError if no list can be read.
 */
export async function findForm(
  service: Service,
  schema: Resources,
  start: Dialect,
  paths: ReadonlyMap<string, string>,
): Promise<Form> {
  const candidates = new Map(
    Object.entries(schema).flatMap(([name, { path, operations }]) =>
      path !== undefined && operations.includes('list') ? [[name, path] as const] : [],
    ),
  );
  for (const [name, path] of paths) candidates.set(name, path);
  const bodies = await Promise.all(
    [...candidates].map(async ([name, path]) => ({ name, path, ...(await service.ask({ path })) })),
  );
  const read = bodies.filter(({ status }) => status === 200);
  const notes = bodies.flatMap(({ status, name, path, outcome }): Note[] =>
    status === 200 ? [] : [{ topic: name, text: `GET /v1${path}: ${outcome}.` }],
  );
  const rowsPath = findRows(read.map(({ body }) => body));
  if (rowsPath === null) throw new (read.length > 0 ? UnusableError : StoppedError)(noRows(bodies));
  let dialect: Dialect = { ...start, envelope: envelopeOf({ rows: rowsPath }) };
  const change = (changes: Dialect) => {
    dialect = withoutUndefined({ ...dialect, ...changes });
    service.dialect = resolveDialect('connect', dialect);
  };
  // A cursor needs its parameter, which is not found yet.
  change({ parameters: withoutUndefined({ ...start.parameters, cursor: undefined }) });
  const lists: Omit<List, 'operations'>[] = [];
  for (const { name, path, body } of read) {
    const { rows, outcome } = service.open(body);
    if (rows) lists.push({ name, path, rows });
    else notes.push({ topic: name, text: `GET /v1${path}: ${outcome}.` });
  }
  let counts: Counts | undefined;
  const longest = longestOf(lists);
  if (!longest || longest.rows.length < 3)
    notes.push({
      topic: 'parameters',
      text: 'not determined, and page sizes neither: no list has three rows.',
    });
  else {
    const body = read.find(({ name }) => name === longest.name)?.body;
    const found = await findParameters(service, { ...longest, body }, start);
    const pagination = rowsPath === undefined ? undefined : findPagination(body, rowsPath);
    const defaults = resolveDialect('connect', {}).parameters;
    const changed = Object.entries(found.parameters).filter(
      ([name, value]) => value !== Reflect.get(defaults, name),
    );
    change({
      envelope: envelopeOf({ rows: rowsPath, pagination, cursor: found.cursor }),
      parameters: changed.length > 0 ? Object.fromEntries(changed) : undefined,
      orderFormat: found.orderFormat === 'name:asc' ? undefined : found.orderFormat,
      pageSize: undefined,
    });
    const size = await findPageSize(service, longest.path);
    counts = size.counts;
    const url = await findUrlLength(service, longest);
    change({ ...size.dialect, ...url.dialect });
    notes.push(...found.notes, ...size.notes, ...url.notes);
  }
  const suggested = await findSuggested(service, schema, lists);
  const operations = ({ path, rows }: Omit<List, 'operations'>) =>
    findOperations(service, path, rows);
  return {
    dialect,
    lists: await Promise.all(
      [...lists, ...suggested].map(async (list) => ({
        ...list,
        operations: await operations(list),
      })),
    ),
    notes,
    counts,
  };
}

const longestOf = <Item extends { readonly rows: readonly unknown[] }>(lists: readonly Item[]) =>
  [...lists].sort((left, right) => right.rows.length - left.rows.length)[0];

function noRows(answers: readonly (Answer & { readonly path: string })[]): string {
  const asked = answers.map(({ path, outcome, message }) => {
    const said = message === '' ? '' : ` (${message})`;
    return `GET /v1${path}: ${outcome}${said}`;
  });
  return asked.length === 0
    ? 'The schema has no list to read.'
    : `No list returned rows with a text \`id\`. Check --base-url. ${asked.join('; ')}.`;
}

/** Whether a row of a list can be requested by its id. */
async function findOperations(service: Service, path: string, rows: readonly JsonRow[]) {
  const id = rows[0]?.id;
  if (id === undefined || /^\.{0,2}$/.test(id)) return ['list'] as const; // not a segment of a path
  const { row } = await service.ask({ path: `${path}/${encodeURIComponent(id)}` });
  return row?.id === id ? (['get', 'list'] as const) : (['list'] as const);
}

/** No more resources are looked for than this. */
const MOST_SUGGESTED = 8;

/** The lists of resources without a path, and of those that foreign keys of the rows suggest. */
async function findSuggested(
  service: Service,
  schema: Resources,
  lists: readonly Omit<List, 'operations'>[],
): Promise<Omit<List, 'operations'>[]> {
  const listed = lists.map(({ name }) => name);
  const names = Object.keys(schema).filter((name) => own(schema, name)?.path === undefined);
  const keys = lists.flatMap(({ rows }) => rows.flatMap((row) => Object.keys(row)));
  for (const key of [...new Set(keys)].sort()) {
    const relation = key.replace(/_id$/, '');
    const all = [...names, ...listed, ...Object.keys(schema)];
    if (relation === key || all.some((name) => isNamedAfter(relation, name))) continue;
    const name = resourceNameOf(relation, false);
    if (nameProblem(name) === undefined) names.push(name);
  }
  const found = await Promise.all(
    names
      .filter((name) => !listed.includes(name))
      .slice(0, MOST_SUGGESTED)
      .map(async (name) => {
        for (const path of pathsOf(name)) {
          const { rows = [] } = await service.ask({ path });
          const isOther = lists.every((list) => list.path !== path);
          if (rows.length > 0 && isOther) return [{ name, path, rows }];
        }
        return [];
      }),
  );
  return found.flat();
}
