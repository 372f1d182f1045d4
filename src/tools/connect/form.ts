import { type Dialect, resolveDialect } from '../../dialect.js';
import type { Resources } from '../../schema/lookup.js';
import type { Operation } from '../../schema/resource.js';
import { own, withoutUndefined } from '../../values/plain-object.js';
import { envelopeOf, findPagination, findRows } from './envelope.js';
import type { Note } from './notes.js';
import { findPageSize, findUrlLength, type PageCounts } from './page-size.js';
import { findParameters } from './parameters.js';
import { snakeCase } from './relations.js';
import { type ListRows, type Reply, type Service, StoppedError, UnusableError } from './service.js';

export interface List extends ListRows {
  readonly operations: readonly Operation[];
}

export interface Form {
  readonly dialect: Dialect;
  readonly lists: readonly List[];
  /** The resources whose list does not exist. */
  readonly missing: readonly string[];
  /** What could not be read or found. */
  readonly notes: readonly Note[];
  /** `undefined` if no list has enough rows to find the parameters. */
  readonly counts: PageCounts | undefined;
}

interface AskedList {
  readonly path: string;
  /** `undefined` if the service neither answered nor rejected it. */
  readonly reply: Reply | undefined;
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
    [...new Map([...declared, ...paths])].map(async ([name, path]) => {
      return { name, ...(await askForList(service, path, name)) };
    }),
  );
  const answered = asked.flatMap(({ reply }) => (reply?.isRejected === false ? [reply] : []));
  const rowsPath = findRows(answered.map(({ body }) => body));
  if (rowsPath === null) throw nothingRead(service, asked);
  // A body that is the rows itself shows no member.
  const rows = rowsPath ?? (start.envelope === null ? null : undefined);
  // A cursor needs its parameter, which is not found yet.
  const parameters = start.parameters && { ...start.parameters, cursor: undefined };
  const envelope = envelopeOf({ rows });
  const first = withoutUndefined({ ...start, envelope, parameters, pageSize: undefined });
  service.dialect = resolveDialect('connect', first);
  const [lists, notes]: [ListRows[], Note[]] = [[], []];
  for (const { name, path, reply } of asked) {
    if (!reply) continue;
    const opened = reply.isRejected ? reply : service.open(reply.body);
    if (opened.rows) lists.push({ name, path, rows: opened.rows });
    else notes.push({ topic: name, text: describeReply(path, { ...reply, ...opened }) });
  }
  const [longest] = [...lists].sort((left, right) => right.rows.length - left.rows.length);
  const found =
    longest && longest.rows.length > 2
      ? await findDialect(service, start, rows, lists, longest)
      : { dialect: first, notes: [tooShort], counts: undefined };
  const missing = asked.flatMap(({ name, reply }) => (reply?.isMissing ? [name] : []));
  const unlisted = Object.keys(schema).filter((name) => own(schema, name)?.path === undefined);
  const withGet = await Promise.all(lists.map((list) => askForGet(service, schema, list)));
  const all = [...withGet, ...(await findUnlisted(service, schema, unlisted, lists))];
  return { ...found, lists: all, missing, notes: [...notes, ...found.notes] };
}

const tooShort: Note = {
  topic: 'parameters, pageSize',
  text: 'not asked, because no list has three rows',
};

const describeReply = (path: string, { outcome, message }: Reply): string =>
  `GET /v1${path}: ${outcome}${message && ` (${message})`}`;

function nothingRead({ undetermined }: Service, asked: readonly AskedList[]): StoppedError {
  const came = [
    ...asked.flatMap(({ path, reply }) => (reply ? [describeReply(path, reply)] : [])),
    ...undetermined.map(({ text }) => text),
  ];
  const isAnswered = asked.some(({ reply }) => reply?.isRejected === false);
  return new (isAnswered ? UnusableError : StoppedError)(
    `No list returned rows with a text \`id\`. Check --base-url. ${came.join('; ')}.`,
  );
}

/** Asks for a list, and if there is none for the same path with or without a slash at the end. */
async function askForList(service: Service, path: string, topic?: string): Promise<AskedList> {
  const ask = async (at: string): Promise<AskedList> => ({
    path: at,
    reply: await service.attempt(() => service.askList(at), topic, `GET /v1${at}`),
  });
  const asked = await ask(path);
  if (!asked.reply?.isMissing) return asked;
  const twin = await ask(path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
  return twin.reply?.isRejected ? asked : twin; // also if it failed: then nothing is known
}

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

async function askForGet(service: Service, schema: Resources, list: ListRows): Promise<List> {
  const { name, path, rows } = list;
  const id = rows[0]?.id ?? '';
  const isSegment = !/^\.{0,2}$/.test(id);
  const isDeclared = own(schema, name)?.operations.includes('get') ?? false;
  const ask = async () => {
    if ((await service.ask({ path, id })).row?.id === id) return true;
    // Others may have deleted the row meanwhile.
    const listed = await service.ask({ path, where: { id } });
    return listed.rows?.length === 0 && isDeclared;
  };
  const hasGet = rows[0]
    ? isSegment && ((await service.attempt(ask, name, 'get')) ?? isDeclared)
    : isDeclared;
  return { ...list, operations: hasGet ? ['get', 'list'] : ['list'] };
}

/** Members of every client. A resource cannot have these names. */
export const CLIENT_MEMBERS = ['apiKeys', 'request', 'with'];

/**
 * The lists of resources that have no path in the schema, such as units, and of those that a
 * relation leads to. Their paths are `/bank-entities` or `/bank_entities` for `bankEntities`.
 */
export async function findUnlisted(
  service: Service,
  schema: Resources,
  names: readonly string[],
  lists: readonly ListRows[],
): Promise<List[]> {
  const slash = lists.some(({ path }) => path.endsWith('/')) ? '/' : '';
  const usable = names.filter((name) => !CLIENT_MEMBERS.includes(name));
  const found = usable.map(async (name): Promise<List[]> => {
    const snake = snakeCase(name);
    for (const word of new Set([snake.replaceAll('_', '-'), snake])) {
      const { path, reply } = await askForList(service, `/${word}${slash}`);
      const { rows = [] } = reply ?? {};
      if (rows.length > 0) return [await askForGet(service, schema, { name, path, rows })];
    }
    return [];
  });
  return (await Promise.all(found)).flat();
}
