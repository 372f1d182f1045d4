import { type Dialect, resolveDialect } from '../../dialect.js';
import type { Resources } from '../../schema/lookup.js';
import { withoutUndefined } from '../../values/plain-object.js';
import { envelopeOf, findPagination, findRows } from './envelope.js';
import { type Note, unknownNote } from './notes.js';
import { type Counts, findPageSize, findUrlLength } from './page-size.js';
import { findParameters } from './parameters.js';
import { snakeCase } from './relations.js';
import {
  determine,
  type ListRows,
  type Reply,
  type Service,
  StoppedError,
  UnusableError,
} from './service.js';

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

/** A list as it was asked for. */
interface AskedList {
  readonly name: string;
  readonly path: string;
  /** `undefined` if the service neither answered nor rejected it. */
  readonly reply: Reply | undefined;
  readonly outcome: string;
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
  await service.begin('finding parameters');
  const declared = Object.entries(schema).flatMap(([name, { path, operations }]) =>
    path !== undefined && operations.includes('list') ? [[name, path] as const] : [],
  );
  const asked = await Promise.all(
    [...new Map([...declared, ...paths])].map(([name, path]) => askForList(service, name, path)),
  );
  const answered = asked.flatMap(({ reply }) => (reply?.isRejected === false ? [reply] : []));
  const rowsPath = findRows(answered.map(({ body }) => body));
  if (rowsPath === null) throw nothingRead(asked, answered.length > 0);
  // A body that is the rows itself shows no member.
  const rows = rowsPath ?? (start.envelope === null ? null : undefined);
  // A cursor needs its parameter, which is not found yet.
  const parameters = start.parameters && { ...start.parameters, cursor: undefined };
  const first = { ...start, envelope: envelopeOf({ rows }), parameters, pageSize: undefined };
  service.dialect = resolveDialect('connect', withoutUndefined(first));
  const notes: Note[] = [];
  const lists = asked.flatMap(({ name, path, reply, outcome }): ListRows[] => {
    const opened = reply?.isRejected === false ? service.open(reply.body) : { outcome };
    if ('rows' in opened && opened.rows) return [{ name, path, rows: opened.rows }];
    const asked = `GET /v1${path}`;
    notes.push(
      reply
        ? { topic: name, text: `${asked}: ${opened.outcome}` }
        : unknownNote(name, outcome, asked),
    );
    return [];
  });
  const [longest] = [...lists].sort((left, right) => right.rows.length - left.rows.length);
  const found =
    longest && longest.rows.length > 2
      ? await findDialect(service, start, rows, lists, longest)
      : { dialect: withoutUndefined(first), notes: [tooShort], counts: undefined };
  notes.push(...found.notes);
  const missing = asked.flatMap(({ name, reply }) => (reply?.isMissing ? [name] : []));
  const unlisted = Object.keys(schema).filter((name) => schema[name]?.path === undefined);
  const withGet = await Promise.all(lists.map((list) => askForGet(service, schema, list, notes)));
  const all = [...withGet, ...(await findUnlisted(service, schema, unlisted, lists, notes))];
  return { ...found, lists: all, missing, notes };
}

/** Asks for a list, and if there is none for the same path with or without a slash at the end. */
async function askForList(service: Service, name: string, path: string): Promise<AskedList> {
  const ask = (at: string) =>
    determine<AskedList>(
      async () => {
        const reply = await service.askList(at);
        const { outcome, message } = reply;
        return { name, path: at, reply, outcome: outcome + (message && ` (${message})`) };
      },
      (outcome) => ({ name, path: at, reply: undefined, outcome }),
    );
  const asked = await ask(path);
  if (!asked.reply?.isMissing) return asked;
  const twin = await ask(path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
  return twin.reply?.isRejected ? asked : twin; // also if it failed: then nothing is known
}

function nothingRead(asked: readonly AskedList[], hasAnswer: boolean): StoppedError {
  const came = asked.map(({ path, outcome }) => `GET /v1${path}: ${outcome}`);
  return new (hasAnswer ? UnusableError : StoppedError)(
    `No list returned rows with a text \`id\`. Check --base-url. ${came.join('; ')}.`,
  );
}

const tooShort: Note = {
  topic: 'parameters, pageSize',
  text: 'not asked, because no list has three rows',
};

/** Finds parameters and sizes with the longest lists, and sets the dialect of the service. */
async function findDialect(
  service: Service,
  start: Dialect,
  rows: string | null | undefined,
  lists: readonly ListRows[],
  longest: ListRows,
): Promise<Pick<Form, 'dialect' | 'notes' | 'counts'>> {
  const { cursor, body, ...found } = await findParameters(service, longest, start);
  const pagination = rows ? findPagination(body) : undefined;
  const change = (changes: Dialect): Dialect => {
    const envelope = envelopeOf({ rows, pagination, cursor });
    const dialect = withoutUndefined({ ...start, envelope, ...found.dialect, ...changes });
    service.dialect = resolveDialect('connect', dialect);
    return dialect;
  };
  change({ pageSize: undefined });
  const { pageSize, counts, ...size } = await findPageSize(service, lists);
  const { maxUrlLength = start.maxUrlLength, ...length } = await findUrlLength(service, longest);
  const notes = [...found.notes, ...size.notes, ...length.notes];
  return { dialect: change({ pageSize, maxUrlLength }), notes, counts };
}

/** Finds out whether a row of a list can be requested by its id. */
async function askForGet(
  service: Service,
  schema: Resources,
  list: ListRows,
  notes: Note[],
): Promise<List> {
  const { name, path, rows } = list;
  const id = rows[0]?.id ?? '';
  if (/^\.{0,2}$/.test(id)) return { ...list, operations: ['list'] }; // not a segment of a path
  const listed = { ...list, operations: ['list' as const] };
  const both = { ...list, operations: ['get' as const, 'list' as const] };
  return determine<List>(
    async () => ((await service.ask({ path, id })).row?.id === id ? both : listed),
    (outcome) => {
      notes.push(unknownNote(name, outcome, 'get'));
      return schema[name]?.operations.includes('get') ? both : listed;
    },
  );
}

/** Such as `/bank-entities` and `/bank_entities` for `bankEntities`. */
function pathsOf(resource: string): string[] {
  const snake = snakeCase(resource);
  return [...new Set([`/${snake.replaceAll('_', '-')}`, `/${snake}`])];
}

/**
 * The lists of resources that have no path in the schema, such as units, and of those that a
 * relation leads to.
 */
export async function findUnlisted(
  service: Service,
  schema: Resources,
  names: readonly string[],
  lists: readonly ListRows[],
  notes: Note[] = [],
): Promise<List[]> {
  const slash = lists.some(({ path }) => path.endsWith('/')) ? '/' : '';
  const found = names.map(async (name): Promise<List[]> => {
    for (const path of pathsOf(name)) {
      const { path: at, reply } = await askForList(service, name, path + slash);
      const { rows = [] } = reply ?? {};
      if (rows.length > 0)
        return [await askForGet(service, schema, { name, path: at, rows }, notes)];
    }
    return [];
  });
  return (await Promise.all(found)).flat();
}
