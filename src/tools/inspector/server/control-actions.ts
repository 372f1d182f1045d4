import { isDeepStrictEqual } from 'node:util';
import type { ResolvedDialect } from '../../../dialect/dialect.js';
import { resolveDialect } from '../../../dialect/resolve-dialect.js';
import { type NewApiKey, toRecord } from '../../../mock/api-keys.js';
import type { AddedFault, Fault } from '../../../mock/faults.js';
import { RejectionError } from '../../../mock/http/response.js';
import { selectRows } from '../../../mock/listing/compile-selection.js';
import { countRows, listSlots } from '../../../mock/listing/list-rows.js';
import type { Mock, MockInternals } from '../../../mock/mock.js';
import type { Snapshot, Store } from '../../../mock/rows/store.js';
import type { StoredRow } from '../../../mock/rows/table.js';
import { parseRelaxedJson } from '../../../query-string/parse-relaxed-json.js';
import { parseListSearch } from '../../../query-string/parse-search.js';
import type { Resource } from '../../../schema/resource.js';
import { type Resources, resourceOf } from '../../../schema/resources.js';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionCheck,
  type OptionChecks,
  positiveInteger,
  unchecked,
} from '../../../values/check-options.js';
import { counted, describe } from '../../../values/describe.js';
import { isPlainObject, own } from '../../../values/plain-object.js';
import { namedSettings, settingIn } from '../../named-settings.js';
import { dataCode, flat } from '../../print-code.js';
import {
  type CreatedKey,
  type Inserted,
  type InspectorState,
  inspectorLimits,
  type ResourceState,
  type RowsPage,
  type RowsQuery,
  type Updated,
} from '../protocol.js';
import { emptyHints } from './describe-query.js';
import type { RequestLog } from './request-log.js';

/**
 * What a POST to a path below `/inspector/` does with its body. The response is `{}` without a
 * result.
 */
type Action = (body: unknown, inspected: InspectedMock, path: string) => object | undefined;

const text: OptionCheck = [(value) => typeof value === 'string', 'text'];
const name: OptionCheck = [
  (value) => typeof value === 'string' && value !== '',
  'text that is not empty',
];

/** The members of a body, all of which are required but those in `optional`. */
function members(path: string, body: unknown, required: OptionChecks, optional: OptionChecks = {}) {
  checkOptions(path, body, { ...required, ...optional });
  const given = body as Readonly<Record<string, unknown>>; // checked above
  const missing = Object.keys(required).find((member) => given[member] === undefined);
  if (missing !== undefined) throw new RejectionError(400, `${path}: \`${missing}\` is missing.`);
  return given;
}

/**
 * The actions by path. They throw ConfigurationError, QueryError or RejectionError, and then change
 * nothing.
 */
export const controlActions: { readonly [path: string]: Action } = {
  rows: (body, { internals }, path): RowsPage => {
    const required = { resource: text, take: nonNegativeInteger, skip: nonNegativeInteger };
    const given = members(path, body, required, { where: text, include: text, orderBy: text });
    knownResource(given, internals);
    return queryRows(given as unknown as RowsQuery, internals.store); // checked
  },
  insert: (body, { internals }, path): Inserted => {
    const given = members(path, body, { resource: text, row: text });
    const row = parseRow(String(given.row), 'row');
    const [inserted] = internals.writer.insert(knownResource(given, internals), row);
    return { id: String(inserted?.id) };
  },
  update: (body, { internals }, path): Updated => {
    const given = members(path, body, { resource: text, id: text, before: text, row: text });
    const patch = changedFields(String(given.before), String(given.row));
    internals.writer.update(knownResource(given, internals), String(given.id), patch);
    return { isChanged: Object.keys(patch).length > 0 };
  },
  delete: (body, { internals }, path) => {
    const given = members(path, body, { resource: text, id: text });
    const resource = knownResource(given, internals);
    if (internals.writer.delete(resource, String(given.id))) return undefined;
    throw new RejectionError(400, `${resource}: no row has the id ${JSON.stringify(given.id)}.`);
  },
  'faults/add': (body, { internals }, path) => {
    const given = String(members(path, body, { fault: text }).fault);
    return { id: internals.faults.add(parseRelaxedJson(given, 'fault') as Fault) }; // checks it
  },
  'faults/remove': (body, { internals }, path) => {
    const { id } = members(path, body, { id: positiveInteger });
    if (internals.faults.remove(Number(id))) return undefined;
    throw new RejectionError(
      404,
      `No fault has the id ${id}. It was removed, or the mock was reset.`,
    );
  },
  'keys/create': (body, { mock }, path): CreatedKey => {
    const given = members(
      path,
      body,
      {},
      { name: unchecked, role: unchecked, expiresAt: unchecked },
    );
    const { id, key } = mock.apiKeys.create(given as NewApiKey); // checks them
    return { id, key };
  },
  'keys/rename': (body, { internals }, path) => {
    const given = members(path, body, { id: text, name });
    return void internals.keys.update(knownKey(given, internals), { name: String(given.name) });
  },
  'keys/revoke': (body, { internals }, path) => {
    const key = knownKey(members(path, body, { id: text }), internals);
    return void internals.keys.update(key, { status: 'revoked' });
  },
  'keys/delete': (body, { internals }, path) =>
    void internals.keys.delete(knownKey(members(path, body, { id: text }), internals)),
  reset: (_, { mock }) => void mock.reset(),
  snapshot: (_, inspected) => {
    inspected.snapshot = { rows: inspected.mock.snapshot(), at: new Date().toISOString() };
  },
  restore: (_, { mock, snapshot }) => {
    if (!snapshot) throw new RejectionError(400, 'There is no snapshot. Take one first.');
    return void mock.restore(snapshot.rows);
  },
};

/** A fault on one line, such as `GET /v1/balances: status 503, 2 times`. */
export function describeFault({ given, response }: Pick<AddedFault, 'given' | 'response'>): string {
  const { method, path, error, latency, after = 0, times = Number.POSITIVE_INFINITY } = given;
  const retryAfter = response?.headers?.['Retry-After'];
  const requests = [method?.toUpperCase(), path && String(path)].filter(
    (part) => part !== undefined,
  );
  const effects = [
    latency !== undefined &&
      `delay ${typeof latency === 'number' ? latency : latency.join('-')} ms`,
    error === 'network' && 'network error',
    error === 'timeout' && 'no response',
    response && `status ${response.status}`,
    retryAfter !== undefined && `Retry-After ${retryAfter}`,
    given.loseResponse && 'after processing the request',
    after > 0 && `after ${counted(after, 'request')}`,
    Number.isFinite(times) && counted(times, 'time'),
  ];
  return `${requests.join(' ') || 'every request'}: ${effects.filter((effect) => effect).join(', ')}`;
}

/** The fields that were edited, so that other changes of the row in the meantime stay. */
function changedFields(before: string, after: string): Record<string, unknown> {
  const shown = parseRow(before, 'before');
  const isChanged = ([name, value]: [string, unknown]) =>
    !isDeepStrictEqual(value, own(shown, name));
  return Object.fromEntries(Object.entries(parseRow(after, 'row')).filter(isChanged));
}

function parseRow(given: string, member: string): Record<string, unknown> {
  const row = parseRelaxedJson(given, member) ?? {};
  if (isPlainObject(row)) return row;
  throw new RejectionError(
    400,
    `${member}: expected an object such as {name:'value'}, got ${describe(row)}.`,
  );
}

function knownResource({ resource }: Record<string, unknown>, { store }: MockInternals): string {
  const given = String(resource);
  if (own(store.schema, given)) return given;
  throw new RejectionError(400, `${given} is not a resource of the schema.`);
}

function knownKey({ id }: Record<string, unknown>, { keys }: MockInternals): StoredRow {
  const key = keys.get(String(id));
  if (key) return key;
  throw new RejectionError(404, `No API key has the id ${JSON.stringify(id)}. It was deleted.`);
}

/**
 * Reads a page of rows with the query of a list, through the parser of the service: the rules and
 * the messages are the same. Foreign keys that no response has are fields here, so that relations
 * can be followed.
 */
function queryRows(query: RowsQuery, store: Store): RowsPage {
  const { resource, where = '', include = '', orderBy = '', take, skip } = query;
  if (take > inspectorLimits.rowsPage)
    throw new RejectionError(400, `take: a page has at most ${inspectorLimits.rowsPage} rows.`);
  const { parameters, orderFormat, unknown } = resolveDialect('inspector'); // the form in which the browser page writes
  const list = parseListSearch({
    search: `?${new URLSearchParams({ where, include, [String(parameters.orderBy)]: orderBy })}`,
    schema: withForeignKeys(store),
    name: resource,
    dialect: { ...store.dialect, parameters, orderFormat, unknown },
    allowed: [],
    recorded: {},
  });
  const slots = listSlots(list, store, skip + take);
  const total = countRows(list, store);
  return {
    hints: total === 0 ? emptyHints(list.filter, store.dialect) : [],
    rows: selectRows(list.selection, slots.slice(skip, skip + take), store),
    total,
  };
}

const withForeignKeys = (store: Store): Resources =>
  Object.fromEntries(
    Object.entries(store.schema).map(([name, resource]) => [
      name,
      { ...resource, fields: fieldsOf(name, store) },
    ]),
  );

/** The mock of a server, and what only its inspector knows of it. */
export interface InspectedMock {
  readonly mock: Mock;
  readonly internals: MockInternals;
  /**
   * The snapshot that the browser page takes and restores, and when it was taken, by the system
   * clock.
   */
  snapshot?: { readonly rows: Snapshot; readonly at: string };
}

export const describeState = (
  { internals: { store, faults, keys, isOpen }, snapshot }: InspectedMock,
  { first, last }: RequestLog,
  url: string,
): InspectorState => ({
  url,
  needsKey: !isOpen,
  dialect: describeDialect(store.dialect),
  resources: Object.keys(store.schema).map((name) => describeResource(name, store)),
  revision: store.journal.revision,
  now: new Date(keys.now()).toISOString().replace(/\.\d+/, ''),
  counts: Object.fromEntries(
    Object.keys(store.schema).map((name) => [name, store.table(name).size]),
  ),
  faults: faults.all().map((fault) => ({
    id: fault.id,
    description: describeFault(fault),
    matched: fault.matched,
    applied: fault.applied,
    remaining: Number.isFinite(fault.times) ? fault.times : null,
  })),
  keys: keys.all().map((key) => ({ ...toRecord(key), isExpired: keys.isExpired(key) })),
  snapshot: snapshot?.at ?? null,
  requests: { first, last },
});

const describeDialect = (dialect: ResolvedDialect): InspectorState['dialect'] =>
  namedSettings.flatMap(({ path, setting }) => {
    const value = flat(dataCode(settingIn(dialect, path)));
    return value === flat(dataCode(setting.default)) ? [] : [{ name: path, value }];
  });

function describeResource(name: string, store: Store): ResourceState {
  const { path, relations } = resourceOf(store.schema, name);
  return {
    name,
    ...(path !== undefined && { path: `/v1${path}` }),
    fields: Object.entries(fieldsOf(name, store)).map(([field, declared]) => ({
      name: field,
      ...declared,
      foreignKeyOf: store.foreignKeys(name).get(field)?.target,
    })),
    relations: Object.entries(relations).map(([relation, given]) => ({ name: relation, ...given })),
  };
}

/** The stored fields, the foreign keys that no response has, and the computed fields. */
function fieldsOf(name: string, store: Store): Resource['fields'] {
  const { columns, fields } = store.table(name);
  return { ...Object.fromEntries(columns), ...fields };
}
