import { toRecord } from '../../mock/api-keys.js';
import { listPaths } from '../../mock/http/routes.js';
import type { MockInternals } from '../../mock/internals.js';
import type { Store } from '../../mock/rows/store.js';
import type { Resources } from '../../schema/resources.js';
import type { FaultState, FieldState, InspectorNews, InspectorState, ResourceState } from '../protocol.js';
import type { RequestLog } from './request-log.js';

/** The state of the mock for the page, without rows and requests. */
export function describeState(
  { store, isOpen }: MockInternals,
  url: string,
  news: InspectorNews,
): InspectorState {
  return {
    ...news,
    url,
    isOpen,
    resources: Object.keys(store.schema).map((name) => describeResource(name, store)),
    paths: listPaths(store.schema),
  };
}

/** What can change while the page is open. */
export function describeNews(
  { store, faults, keys }: MockInternals,
  { first, last }: RequestLog,
  snapshot: string | undefined,
): InspectorNews {
  return {
    revision: store.journal.revision,
    now: new Date(keys.now()).toISOString().replace(/\.\d+/, ''),
    counts: countRows(store),
    faults: faults.all().map(describeFault),
    keys: keys.all().map((key) => ({ ...toRecord(key), isExpired: keys.isExpired(key) })),
    snapshot: snapshot ?? null,
    requests: { first, last },
  };
}

const countRows = (store: Store): Record<string, number> =>
  Object.fromEntries(Object.keys(store.schema).map((name) => [name, store.table(name).size]));

const describeFault = ({
  id,
  description,
  matched,
  applied,
  times,
}: ReturnType<MockInternals['faults']['all']>[number]): FaultState => ({
  id,
  description,
  matched,
  applied,
  remaining: Number.isFinite(times) ? times : null,
});

function describeResource(name: string, store: Store): ResourceState {
  const { path, relations = {} } = (store.schema as Resources)[name] ?? {};
  return {
    name,
    ...(path !== undefined && { path: `/v1${path}` }),
    fields: describeFields(name, store),
    relations: Object.entries(relations).map(([relation, { target, cardinality, foreignKey }]) => ({
      name: relation,
      target,
      cardinality,
      foreignKey,
    })),
  };
}

/** The stored properties, the foreign keys that are hidden, and the computed properties. */
function describeFields(name: string, store: Store): FieldState[] {
  const { columns, fields } = store.table(name);
  const keys = store.foreignKeys(name);
  const computed = Object.entries(fields).filter(([, field]) => field.computed);
  return [...columns, ...computed].map(([field, { kind, nullable, computed, values }]) => {
    const target = keys.get(field)?.target;
    return {
      name: field,
      kind,
      nullable,
      computed: computed === true,
      values,
      ...(target !== undefined && { foreignKeyOf: target }),
      ...(!Object.hasOwn(fields, field) && { isHidden: true as const }),
    };
  });
}
