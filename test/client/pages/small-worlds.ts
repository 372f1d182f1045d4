import {
  type Dialect,
  date,
  decimal,
  defineSchema,
  isQueryError,
  isResponseError,
  nullable,
  string,
  uuid,
} from 'payments-data-client';
import { createPaginationMethods } from '../../../src/client/pages.js';
import { resolveDialect } from '../../../src/dialect.js';
import { ApiError, ResponseError } from '../../../src/errors.js';
import {
  listRows,
  readOrder,
  type SmallRow,
  type SmallService,
  type Values,
} from './small-service.js';

/** A service, and a call at it. */
export interface World {
  readonly orderBy: { readonly [Field in keyof SmallRow]?: 'asc' | 'desc' };
  /** What a row may have. */
  readonly values: readonly Values[];
  readonly pageSize: number;
  /** The most rows of a page, declared or not. */
  readonly cap: number;
  readonly dialect: Dialect;
  /** How a date is shown. Default: with milliseconds. */
  readonly show?: (at: string) => string;
  /** What the service sends behind the last page. Default: no rows. */
  readonly behind?: '404' | undefined;
  readonly ignored?: string;
  /** Whether others also change digits that are not shown, which only a keyset survives. */
  readonly hasHiddenChanges?: boolean;
}

/** What others do before a request: they insert, change or, without values, delete a row. */
export type Write = readonly [request: number, id: string, values: Values | undefined];

/** How a call ended. `wrong`: a row was lost, repeated or out of order, or there was no end. */
export type Outcome =
  | { readonly is: 'whole' | 'rows-changed' | 'refused' | 'no window' }
  | { readonly is: 'wrong'; readonly problem: string };

const schema = defineSchema({
  rows: {
    path: '/rows',
    operations: ['list'],
    fields: {
      ...{ id: uuid(), at: date(), amount: decimal(), name: string(), note: nullable(string()) },
    },
  },
});

/** Rows have odd numbers, so that another one can be inserted anywhere. */
const idOf = (index: number) => `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`;

const toMilliseconds = (at: string) => at.slice(0, 23);

const url = 'https://api.example.com/v1/rows';
const failed = { method: 'GET', url, path: '/rows', attempts: 1, headers: {}, body: '' } as const;
const details = (status: number) => ({ ...failed, status, requestId: undefined });
const fail = (...problem: [string]) => new ResponseError(details(200), ...problem);

function applyWrite(rows: readonly SmallRow[], [, id, values]: Write): SmallRow[] {
  const others = rows.filter((row) => row.id !== id);
  return values ? [...others, { id, ...values }] : others;
}

/** A call that can be repeated with other rows and writes. */
function createCall(world: World) {
  const { cap, pageSize, orderBy, ignored } = world;
  const dialect = resolveDialect('test', world.dialect);
  const show = world.show ?? ((at: string) => `${toMilliseconds(at)}Z`);
  const service: SmallService = { cap, nullOrder: dialect.nullOrder, show, ignored };
  let rows: readonly SmallRow[] = [];
  let writes: readonly Write[] = [];
  let count = 0;
  let most = 0;
  const send = async ({ search = '' }) => {
    if (++count > most) throw new Error('endless');
    for (const write of writes) if (write[0] === count) rows = applyWrite(rows, write);
    const answer = listRows(rows, search, service);
    if (answer.page > 1 && answer.rows.length === 0 && world.behind === '404')
      throw new ApiError(details(404), 'no such page');
    return { data: answer.rows, response: undefined, fail };
  };
  const { fields, path = '' } = schema.rows;
  const server = {
    baseUrl: 'https://api.example.com',
    send,
    hideKeyInErrors: (run: () => unknown) => run() as never,
    validator: () => [],
  };
  const endpoint = { name: 'rows', path, schema, fields, dialect, ...server };
  const { pages } = createPaginationMethods(endpoint as never); // its responses are never looked at
  const order = Object.entries({ ...orderBy, id: orderBy.id ?? 'asc' });
  const compare = readOrder(order.map((part) => part.join(':')).join(), dialect.nullOrder);

  const read = async (): Promise<SmallRow[]> => {
    const found: SmallRow[] = [];
    for await (const page of pages({ orderBy }, { pageSize })) {
      if (page.length === 0 || page.length > pageSize) throw new Error('a page has another size');
      found.push(...(page as unknown as SmallRow[])); // of the schema
    }
    return found;
  };
  /** What a row is ordered by, as far as it is shown. */
  const placeOf = (row: SmallRow) =>
    JSON.stringify([
      ...order.map(([field]) => {
        if (field === 'at') return toMilliseconds(row.at);
        return field === 'id' && orderBy.at ? undefined : row[field as keyof SmallRow];
      }),
    ]);
  const judge = (found: readonly SmallRow[], kept: readonly SmallRow[]): Outcome => {
    const wanted = new Set(kept.map(({ id }) => id));
    const ids = found.map(({ id }) => id).filter((id) => wanted.has(id));
    if (new Set(ids).size < wanted.size) return { is: 'wrong', problem: 'lost' };
    if (ids.length > wanted.size) return { is: 'wrong', problem: 'twice' };
    const places = found.filter(({ id }) => wanted.has(id)).map(placeOf);
    const isInOrder = [...kept].sort(compare).every((row, index) => placeOf(row) === places[index]);
    return isInOrder ? { is: 'whole' } : { is: 'wrong', problem: 'out of order' };
  };
  const outcomeOf = (error: unknown): Outcome => {
    if (isQueryError(error) && count === 0) return { is: 'refused' };
    if (isResponseError(error) && error.reason === 'rows-changed') return { is: 'rows-changed' };
    const { message } = error as Error;
    if (isResponseError(error) && /pages are too short to count/.test(message))
      return { is: 'no window' };
    return { is: 'wrong', problem: message };
  };
  /** Returns how the call ended, and the number of its requests. */
  return async (start: readonly SmallRow[], made: readonly Write[]): Promise<[Outcome, number]> => {
    [rows, writes, count, most] = [start, made, 0, 80 + 8 * start.length];
    const touched = new Set(made.map(([, id]) => id));
    const kept = start.filter(({ id }) => !touched.has(id));
    const outcome = await read().then((found) => judge(found, kept), outcomeOf);
    return [outcome, count];
  };
}

export interface Findings {
  worlds: number;
  /** Contents of a service, with writes or without. */
  calls: number;
  /** How often others wrote. */
  written: number;
  requests: number;
  readonly outcomes: Record<string, number>;
  /** Calls that end otherwise than the world allows, and the first of them. */
  unexpected: number;
  first: string | undefined;
}

export const noFindings = (): Findings => ({
  ...{ worlds: 0, calls: 0, written: 0, requests: 0, unexpected: 0 },
  outcomes: {},
  first: undefined,
});

/** Whether a call may end in a way, other than `whole`. */
export type Allows = (outcome: Outcome, start: readonly SmallRow[], writes: number) => boolean;

/** Every write before a request. */
function* writesBefore(
  request: number,
  rows: readonly SmallRow[],
  { values, orderBy, hasHiddenChanges = false }: World,
): Generator<Write> {
  const ids = new Set(rows.map(({ id }) => id));
  for (let index = 0; index <= 2 * rows.length; index += 2)
    if (!ids.has(idOf(index)))
      for (const inserted of values) yield [request, idOf(index), inserted];
  const shown = ({ at }: Values) => (hasHiddenChanges ? at : toMilliseconds(at));
  const isOther = (row: Values, other: Values) =>
    (Object.keys(orderBy) as (keyof Values)[]).some((field) =>
      field === 'at' ? shown(row) !== shown(other) : row[field] !== other[field],
    );
  for (const row of rows) {
    yield [request, row.id, undefined];
    for (const changed of values) if (isOther(row, changed)) yield [request, row.id, changed];
  }
}

/**
 * Makes a call with every content of at most so many rows, and every way to write meanwhile, until one
 * ends otherwise than it may.
 */
export async function explore(
  world: World,
  bounds: { readonly rows: number; readonly writes: number },
  allows: Allows,
  findings: Findings,
): Promise<void> {
  if (findings.first) return;
  const call = createCall(world);
  findings.worlds++;
  const visit = async (start: readonly SmallRow[], made: readonly Write[], from: number) => {
    const [outcome, requests] = await call(start, made);
    findings.calls++;
    findings.written += made.length;
    findings.requests += requests;
    findings.outcomes[outcome.is] = (findings.outcomes[outcome.is] ?? 0) + 1;
    if (outcome.is !== 'whole' && !allows(outcome, start, made.length)) {
      findings.unexpected++;
      findings.first ??= describeCall(world, start, made, outcome);
    }
    if (made.length === bounds.writes) return;
    const rows = made.reduce<readonly SmallRow[]>(applyWrite, start);
    for (let request = from; request <= requests; request++)
      for (const write of writesBefore(request, rows, world))
        await visit(start, [...made, write], request);
  };
  const fill = async (start: readonly SmallRow[]): Promise<void> => {
    await visit(start, [], 2);
    if (start.length === bounds.rows || findings.first) return;
    for (const value of world.values)
      await fill([...start, { id: idOf(start.length * 2 + 1), ...value }]);
  };
  await fill([]);
}

function describeCall(
  { values: _, ...world }: World,
  start: readonly SmallRow[],
  made: readonly Write[],
  outcome: Outcome,
): string {
  const rowText = ({ id, at, amount, name, note }: SmallRow) =>
    `${Number(id.slice(-3))}:${at.slice(20, 26)}/${amount}/${name}/${note}`;
  const writes = made.map(
    ([request, id, values]) =>
      `before request ${request}: ${values ? rowText({ id, ...values }) : `delete ${Number(id.slice(-3))}`}`,
  );
  const reason = outcome.is === 'wrong' ? outcome.problem : outcome.is;
  return `${reason}: ${JSON.stringify(world)} [${start.map(rowText).join(' ')}] ${writes.join(', ')}`;
}
