import type { ResolvedDialect } from '../../../dialect/dialect.js';
import { resolveDialect } from '../../../dialect/resolve-dialect.js';
import { isQueryError } from '../../../errors.js';
import { ApiKeyTable } from '../../../mock/api-keys.js';
import { authenticate } from '../../../mock/http/handle-request.js';
import { type MockResponse, RejectionError } from '../../../mock/http/response.js';
import { createRouter, type Router } from '../../../mock/http/routes.js';
import { Store } from '../../../mock/rows/store.js';
import type { StoredRow } from '../../../mock/rows/table.js';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { Resource } from '../../../schema/resource.js';
import { type Resources, resourceOf } from '../../../schema/resources.js';
import { isPlainObject, own } from '../../../values/plain-object.js';
import { areInOrder } from '../measure/measure-service.js';
import { type Query, valuesOf } from '../queries/query.js';
import type { Sample } from '../sample/sample-rows.js';
import { isRow } from '../service/response.js';
import { type Asked, type ComparedResponse, signatureOf } from './asker.js';

/**
 * How the mock answers queries about the rows of a sample. If others change the rows meanwhile, it
 * has several versions of them, and a response agrees if it is that of one version.
 */
export class Model {
  readonly #schema: Resources;
  #newest: VersionOfRows;
  readonly #older: VersionOfRows[] = [];

  constructor({ schema, rows }: Pick<Sample, 'schema' | 'rows'>) {
    this.#schema = schema;
    this.#newest = new VersionOfRows(schema, rows);
  }

  update(rows: Sample['rows']): void {
    this.#older.unshift(this.#newest);
    this.#newest = new VersionOfRows(this.#schema, rows);
  }

  response(query: Query, dialect: ResolvedDialect): ComparedResponse {
    return this.#newest.response(query, dialect);
  }

  signature(query: Query, dialect: ResolvedDialect): string {
    return this.#newest.signature(query, dialect);
  }

  agrees({ query, observed }: Asked, dialect: ResolvedDialect): boolean {
    const isSame = (version: VersionOfRows) => version.signature(query, dialect) === observed;
    return isSame(this.#newest) || this.#older.some(isSame);
  }

  /** Whether the mock answers differently with two dialects. */
  separates(query: Query, left: ResolvedDialect, right: ResolvedDialect): boolean {
    const { text, reads } = this.#newest.evaluate(query, left);
    return !agree(reads, settingsIn(right)) && text !== this.signature(query, right);
  }

  hasRelatedOrder(
    { query, response }: Asked,
    { order: { related: order } }: ResolvedDialect,
  ): boolean {
    if (order === 'insertion') return true; // the rows do not show it
    const field = order === 'id' ? order : (Object.keys(order)[0] ?? 'id');
    const isInOrder = (row: JsonObject, resource: string): boolean =>
      Object.entries(resourceOf(this.#schema, resource).relations).every(([name, { target }]) => {
        const rows = [own(row, name)].flat().filter(isRow);
        const values = rows.map(({ id }) => this.#newest.valueOf(target, id, field));
        const isKnown = values.every((value) => value !== null);
        return (
          (!isKnown || areInOrder(values, order)) && rows.every((one) => isInOrder(one, target))
        );
      });
    return [...(response.rows ?? []), response.row ?? {}].every((row) =>
      isInOrder(row, query.resource),
    );
  }

  /**
   * Whether the rows of the sample say what the response is. The order of dates that are shown
   * equal, but are not, is unknown.
   */
  determinesResponse({ request, resource }: Query, { dates }: ResolvedDialect): boolean {
    const { fields } = resourceOf(this.#schema, resource);
    const names = Object.keys(request.query?.orderBy ?? {}).filter(
      (name) => fields[name]?.kind === 'date',
    );
    return (
      dates !== 'microseconds' || names.every((name) => !this.#newest.hasEqual(resource, name))
    );
  }
}

class VersionOfRows {
  readonly #schema: Resources;
  readonly #rows: ReadonlyMap<string, readonly StoredRow[]>;
  /** By dialect, so that what is derived from the rows is kept for further queries. */
  readonly #services = new WeakMap<ResolvedDialect, MockService>();
  readonly #evaluations = new WeakMap<Query, Evaluation[]>();

  constructor(schema: Resources, rows: Sample['rows']) {
    this.#schema = withSampledValues(schema, rows);
    const store = new Store(this.#schema, resolveDialect('connect'));
    this.#rows = new Map(
      Object.keys(schema).map((name) => {
        const columns = [...store.table(name).columns.keys()];
        const stored = (rows[name] ?? []).map(
          (row) =>
            Object.freeze(
              Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
            ) as StoredRow, // a row of a service has an `id`
        );
        return [name, stored];
      }),
    );
  }

  response(query: Query, dialect: ResolvedDialect): ComparedResponse {
    return respond(query, this.#serviceOf(dialect));
  }

  signature(query: Query, dialect: ResolvedDialect): string {
    return this.evaluate(query, dialect).text;
  }

  /**
   * Dialects that agree on the settings that the mock reads share one evaluation, which is five
   * times as fast.
   */
  evaluate(query: Query, dialect: ResolvedDialect): Evaluation {
    const known = this.#evaluations.get(query) ?? [];
    const values = settingsIn(dialect);
    const index = known.findIndex(({ reads }) => agree(reads, values));
    const [same] = index < 0 ? [] : known.splice(index, 1);
    if (same) {
      known.unshift(same); // most dialects that follow share it
      return same;
    }
    const service = this.#serviceOf(dialect);
    service.reads.clear();
    const text = signatureOf(respond(query, service), query, this.#schema);
    const reads = [...service.reads].map((path) => ({ path, value: values.get(path) }));
    const evaluation = { text, reads };
    this.#evaluations.set(query, [...known, evaluation]);
    return evaluation;
  }

  valueOf(resource: string, id: string, field: string): JsonValue {
    return this.#rows.get(resource)?.find((row) => row.id === id)?.[field] ?? null;
  }

  hasEqual(resource: string, name: string): boolean {
    const dates = (this.#rows.get(resource) ?? []).flatMap((row) => row[name] ?? []);
    return new Set(dates).size < dates.length;
  }

  #serviceOf(dialect: ResolvedDialect): MockService {
    const known = this.#services.get(dialect);
    if (known) return known;
    const reads = new Set<string>();
    const store = new Store(this.#schema, recorded(dialect, reads));
    for (const [name, rows] of this.#rows)
      for (const [slot, row] of rows.entries()) store.table(name).write(slot, row);
    const keys = new ApiKeyTable(store.journal, Date.now);
    const router = createRouter(store, keys, { envelope: null, allowParameters: [] });
    const service = { store, keys, router, reads };
    this.#services.set(dialect, service);
    return service;
  }
}

/** The settings of a dialect by their paths, such as `nulls.neq`. */
type SettingValues = ReadonlyMap<string, unknown>;

/** The signature of a query, and the settings that it depends on. */
interface Evaluation {
  readonly text: string;
  readonly reads: readonly { readonly path: string; readonly value: unknown }[];
}

interface MockService {
  readonly store: Store;
  readonly keys: ApiKeyTable;
  readonly router: Router;
  /** The paths of the settings that were read since it was cleared. */
  readonly reads: Set<string>;
}

function respond(
  { request, search }: Query,
  { store, keys, router }: MockService,
): ComparedResponse {
  const { rejections } = store.dialect;
  const path = `/v1${request.path}`;
  try {
    if (request.authorization !== undefined) {
      const { authorization } = request;
      const headers = new Headers(authorization === null ? {} : { authorization });
      authenticate({ headers }, keys, rejections.credentials, {});
    }
    const handler = router(path)?.get('GET');
    if (!handler) return { status: 404 };
    const sent = { request: { method: 'GET' } as Request, path, search, recorded: {} }; // GET reads no body
    const { status, body } = handler(sent) as MockResponse; // only changes of keys are promises
    return Array.isArray(body)
      ? { status, rows: body }
      : { status, row: isPlainObject(body) ? (body as JsonObject) : {} };
  } catch (error) {
    if (error instanceof RejectionError) return { status: error.status };
    if (isQueryError(error)) return { status: rejections.query };
    throw error;
  }
}

/**
 * The same dialect, which remembers each setting that is read, and each kind and field of
 * `comparators`.
 */
function recorded(dialect: ResolvedDialect, reads: Set<string>): ResolvedDialect {
  // Getters, because proxies are slow, and some settings are read for each row.
  const record = (members: object, prefix: string): object => {
    const getters = Object.entries(members).map(([name, value]) => {
      const path = `${prefix}${name}`;
      const get = () => {
        reads.add(path);
        return value;
      };
      return [name, { get, enumerable: true }];
    });
    return Object.defineProperties({}, Object.fromEntries(getters));
  };
  // A proxy, because kinds and fields that it does not name are read too.
  const comparators = new Proxy(dialect.comparators, {
    getOwnPropertyDescriptor(target, name) {
      reads.add(`comparators.${String(name)}`);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
  const groups = Object.entries({ ...dialect, comparators }).map(([group, members]) => [
    group,
    isPlainObject(members) && members !== comparators ? record(members, `${group}.`) : members,
  ]);
  return record(Object.fromEntries(groups), '') as ResolvedDialect;
}

const settingValues = new WeakMap<ResolvedDialect, SettingValues>();

/** As texts if they are objects: each alternative of a dialect has objects of its own. */
function settingsIn(dialect: ResolvedDialect): SettingValues {
  const known = settingValues.get(dialect);
  if (known) return known;
  const values = Object.entries(dialect).flatMap(([group, members]: [string, unknown]) =>
    isPlainObject(members)
      ? Object.entries(members).map(([name, value]) => [`${group}.${name}`, keyOf(value)] as const)
      : [[group, keyOf(members)] as const],
  );
  const byPath = new Map(values);
  settingValues.set(dialect, byPath);
  return byPath;
}

const agree = (reads: Evaluation['reads'], values: SettingValues): boolean =>
  reads.every(({ path, value }) => values.get(path) === value);

const keyOf = (value: unknown): unknown =>
  typeof value === 'object' ? JSON.stringify(value) : value;

/** Enumerations also have the values of the sample. */
function withSampledValues(schema: Resources, rows: Sample['rows']): Resources {
  const withValues = ([name, resource]: [string, Resource]) => {
    const fields = Object.entries(resource.fields).map(([key, field]) => {
      if (field.kind !== 'enumeration') return [key, field];
      const seen = valuesOf(rows[name] ?? [], key, field).map(String);
      return [key, { ...field, values: [...new Set([...field.values, ...seen])] }];
    });
    return [name, { ...resource, fields: Object.fromEntries(fields) }];
  };
  return Object.fromEntries(Object.entries(schema).map(withValues));
}
