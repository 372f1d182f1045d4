import type { NewApiKey } from '../../mock/api-keys.js';
import type { Mock } from '../../mock/create-mock.js';
import type { Fault } from '../../mock/fault.js';
import { HttpError } from '../../mock/http/response.js';
import type { MockInternals } from '../../mock/internals.js';
import type { Snapshot } from '../../mock/rows/journal.js';
import type { StoredRow } from '../../mock/rows/table.js';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionCheck,
  type OptionChecks,
  positiveInteger,
  unchecked,
} from '../../values/check-options.js';
import { isPlainObject, own } from '../../values/plain-object.js';
import type { ChangedRow, CreatedKey, RowsPage, RowsQuery } from '../protocol.js';
import { queryRows } from './query-rows.js';

/** The parts of the mock that the actions change. */
export interface ControlledMock {
  readonly mock: Pick<Mock, 'apiKeys' | 'reset' | 'snapshot' | 'restore'>;
  readonly internals: MockInternals;
  readonly snapshot: KeptSnapshot;
}

/** The snapshot that the page takes and restores, and when it was taken, by the system clock. */
export interface KeptSnapshot {
  taken: { readonly snapshot: Snapshot; readonly at: string } | undefined;
}

/** What a POST to a path below `/inspector/` does with its body. */
type Action = (body: unknown, mock: ControlledMock) => object;

const text: OptionCheck = [(value) => typeof value === 'string', 'text'];
const name: OptionCheck = [(value) => typeof value === 'string' && value !== '', 'text that is not empty'];
const row: OptionCheck = [isPlainObject, 'an object'];

/** The members of a body, all of which are required but those in `optional`. */
function members(path: string, body: unknown, required: OptionChecks, optional: OptionChecks = {}) {
  const given = checkOptions(path, body, { ...required, ...optional });
  const missing = Object.keys(required).find((member) => given[member] === undefined);
  if (missing !== undefined) throw new HttpError(400, `${path}: \`${missing}\` is missing.`);
  return given;
}

/** The actions by path. They throw ConfigurationError, QueryError or HttpError, and then change nothing. */
export const controlActions: { readonly [path: string]: Action } = {
  rows: (body, { internals }): RowsPage =>
    queryRows(
      members(
        'rows',
        body,
        { resource: text, take: nonNegativeInteger, skip: nonNegativeInteger },
        {
          where: text,
          include: text,
          orderBy: text,
          relatedTo: [() => false, 'an object', { resource: text, id: text, relation: text }],
        },
      ) as unknown as RowsQuery, // checked
      internals.store,
    ),
  insert: (body, { internals }): ChangedRow => {
    const given = members('insert', body, { resource: text, row });
    const resource = knownResource(given, internals);
    return changed(resource, internals.writer.insert(resource, given.row)[0], internals);
  },
  update: (body, { internals }): ChangedRow => {
    const given = members('update', body, { resource: text, id: text, patch: row });
    const resource = knownResource(given, internals);
    return changed(resource, internals.writer.update(resource, String(given.id), given.patch), internals);
  },
  delete: (body, { internals }) => {
    const given = members('delete', body, { resource: text, id: text });
    const resource = knownResource(given, internals);
    if (internals.writer.delete(resource, String(given.id))) return {};
    throw new HttpError(400, `${resource}: no row has the id ${JSON.stringify(given.id)}.`);
  },
  'faults/add': (body, { internals }) => ({ id: internals.faults.add(body as Fault) }), // checks it
  'faults/remove': (body, { internals }) => {
    const { id } = members('faults/remove', body, { id: positiveInteger });
    if (internals.faults.remove(Number(id))) return {};
    throw new HttpError(404, `No fault has the id ${id}. It was removed, or the mock was reset.`);
  },
  'keys/create': (body, { mock }): CreatedKey => {
    const given = members(
      'keys/create',
      body,
      {},
      { name: unchecked, role: unchecked, expiresAt: unchecked },
    );
    const { id, key } = mock.apiKeys.create(given as NewApiKey); // checks them
    return { id, key };
  },
  'keys/rename': (body, { internals }) => {
    const given = members('keys/rename', body, { id: text, name });
    internals.keys.update(knownKey(given, internals), { name: String(given.name) });
    return {};
  },
  'keys/revoke': (body, { internals }) => {
    internals.keys.update(knownKey(members('keys/revoke', body, { id: text }), internals), {
      status: 'revoked',
    });
    return {};
  },
  'keys/delete': (body, { internals }) => {
    internals.keys.delete(knownKey(members('keys/delete', body, { id: text }), internals));
    return {};
  },
  reset: (_, { mock }) => {
    mock.reset();
    return {};
  },
  snapshot: (_, { mock, snapshot }) => {
    snapshot.taken = { snapshot: mock.snapshot(), at: new Date().toISOString() };
    return {};
  },
  restore: (_, { mock, snapshot }) => {
    if (!snapshot.taken) throw new HttpError(400, 'There is no snapshot. Take one first.');
    mock.restore(snapshot.taken.snapshot);
    return {};
  },
};

function changed(resource: string, row: StoredRow | undefined, { store }: MockInternals): ChangedRow {
  const table = store.table(resource);
  const before = table.rows.slice(0, table.slotOf(row?.id ?? ''));
  return { row: { ...row }, position: before.filter((other) => other !== undefined).length };
}

function knownResource({ resource }: Record<string, unknown>, { store }: MockInternals): string {
  const given = String(resource);
  if (own(store.schema, given)) return given;
  throw new HttpError(400, `${given} is not a resource of the schema.`);
}

function knownKey({ id }: Record<string, unknown>, { keys }: MockInternals): StoredRow {
  const key = keys.get(String(id));
  if (key) return key;
  throw new HttpError(404, `No API key has the id ${JSON.stringify(id)}. It was deleted.`);
}
