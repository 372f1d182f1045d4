import { type Dialect, resolveDialect } from '../../dialect.js';
import type { Resources } from '../../schema/lookup.js';
import { withoutUndefined } from '../../values/plain-object.js';
import { envelopeOf, findPagination, findRows } from './envelope.js';
import { pathsOf } from './names.js';
import type { Note } from './notes.js';
import { type Counts, findPageSize, findUrlLength } from './page-size.js';
import { findParameters } from './parameters.js';
import { type ListRows, type Service, StoppedError, UnusableError } from './service.js';

/** A resource that the service lists. */
export interface List extends ListRows {
  readonly operations: readonly ('get' | 'list')[];
}

/** How a service is spoken to. */
export interface Form {
  readonly dialect: Dialect;
  readonly lists: readonly List[];
  /** The resources whose list does not exist. */
  readonly missing: readonly string[];
  /** What is not determined, and what could not be read. */
  readonly notes: readonly Note[];
  /** `undefined` if no list has enough rows to find the parameters. */
  readonly counts: Counts | undefined;
}

/**
 * Finds how requests are written and where responses have their rows, and sets the dialect of the
 * service. What a module says is tried first.
 */
export async function findForm(
  service: Service,
  schema: Resources,
  start: Dialect,
  paths: ReadonlyMap<string, string>,
): Promise<Form> {
  service.phase = 'finding parameters';
  const declared = Object.entries(schema).flatMap(([name, { path, operations }]) =>
    path !== undefined && operations.includes('list') ? [[name, path] as const] : [],
  );
  const answers = await Promise.all(
    [...new Map([...declared, ...paths])].map(async ([name, path]) => ({
      name,
      path,
      ...(await service.ask({ path })),
    })),
  );
  const read = answers.filter(({ status }) => status === 200);
  const rowsPath = findRows(read.map(({ body }) => body));
  if (rowsPath === null) {
    const came = answers.map(
      ({ path, outcome, message }) => `GET /v1${path}: ${outcome}${message && ` (${message})`}`,
    );
    throw new (read.length > 0 ? UnusableError : StoppedError)(
      `No list returned rows with a text \`id\`. Check --base-url. ${came.join('; ')}.`,
    );
  }
  let dialect: Dialect = start;
  const change = (changes: Dialect) => {
    dialect = withoutUndefined({ ...dialect, ...changes });
    service.dialect = resolveDialect('connect', dialect);
  };
  // A body that is the rows itself shows no member.
  const rows = rowsPath ?? (start.envelope === null ? null : undefined);
  // A cursor needs its parameter, which is not found yet.
  const parameters = start.parameters && { ...start.parameters, cursor: undefined };
  change({ envelope: envelopeOf({ rows }), parameters, pageSize: undefined });
  const notes: Note[] = [];
  const note = (topic: string, text: string) => notes.push({ topic, text });
  const lists: ListRows[] = [];
  for (const { name, path, status, body, outcome } of answers) {
    const opened = status === 200 ? service.open(body) : { outcome };
    if ('rows' in opened && opened.rows) lists.push({ name, path, rows: opened.rows });
    else note(name, `GET /v1${path}: ${opened.outcome}`);
  }
  let counts: Counts | undefined;
  const [longest] = [...lists].sort((left, right) => right.rows.length - left.rows.length);
  if (!longest || longest.rows.length < 3)
    note('parameters, pageSize', 'not asked, because no list has three rows');
  else {
    const found = await findParameters(service, longest, start);
    const body = read.find(({ name }) => name === longest.name)?.body;
    const pagination = rowsPath && findPagination(body);
    const envelope = envelopeOf({ rows, pagination, cursor: found.cursor });
    change({ ...found.dialect, envelope });
    const { pageSize, counts: came } = await findPageSize(service, longest.path);
    const { maxUrlLength, notes: lengthNotes } = await findUrlLength(service, longest);
    change({ pageSize, ...(maxUrlLength !== undefined && { maxUrlLength }) });
    counts = came;
    notes.push(...found.notes, ...lengthNotes);
    if (pageSize === undefined)
      note('pageSize', `not determined: ${longest.path} has no further rows`);
  }
  const all = [...lists, ...(await findWithoutPath(service, schema, lists))];
  const withOperations = all.map(async (list): Promise<List> => {
    const hasGet = await canGet(service, list);
    return { ...list, operations: hasGet ? ['get', 'list'] : ['list'] };
  });
  const missing = answers.flatMap(({ status, name }) => (status === 404 ? [name] : []));
  return { dialect, lists: await Promise.all(withOperations), missing, notes, counts };
}

/** Whether a row of a list can be requested by its id. */
async function canGet(service: Service, { path, rows }: ListRows): Promise<boolean> {
  const id = rows[0]?.id ?? '';
  if (/^\.{0,2}$/.test(id)) return false; // not a segment of a path
  return (await service.ask({ path: `${path}/${encodeURIComponent(id)}` })).row?.id === id;
}

/** The lists of resources without a path, such as units. */
async function findWithoutPath(service: Service, schema: Resources, lists: readonly ListRows[]) {
  const names = Object.keys(schema).filter(
    (name) => schema[name]?.path === undefined && !lists.some((list) => list.name === name),
  );
  const found = names.map(async (name): Promise<ListRows[]> => {
    for (const path of pathsOf(name)) {
      const { rows = [] } = await service.ask({ path });
      if (rows.length > 0) return [{ name, path, rows }];
    }
    return [];
  });
  return (await Promise.all(found)).flat();
}
