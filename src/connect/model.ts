import type { ResolvedDialect } from '../dialect/dialect.js';
import { isSetting, resolveDialect } from '../dialect/resolve-dialect.js';
import { settings } from '../dialect/settings.js';
import { isQueryError } from '../errors/usage-errors.js';
import { ApiKeyTable } from '../mock/api-keys.js';
import { authenticate } from '../mock/http/authenticate.js';
import { HttpError, type ServiceResponse } from '../mock/http/response.js';
import { createRouter, type Router } from '../mock/http/routes.js';
import { Store } from '../mock/rows/store.js';
import type { StoredRow } from '../mock/rows/table.js';
import type { JsonObject } from '../schema/field.js';
import type { Resource } from '../schema/resource.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { isPlainObject } from '../values/plain-object.js';
import { type Answer, signatureOf } from './answer.js';
import type { Query } from './query.js';
import type { Sample } from './sample.js';

/** How the mock answers queries about the rows of a sample. */
export class Model {
  readonly #schema: Resources;
  readonly #rows: ReadonlyMap<string, readonly StoredRow[]>;
  /** By dialect, so that what is derived from the rows is kept for further queries. */
  readonly #services = new WeakMap<ResolvedDialect, MockService>();
  readonly #recorders = new WeakMap<ResolvedDialect, { reads: Set<string>; service: MockService }>();

  constructor({ schema, rows }: Pick<Sample, 'schema' | 'rows'>) {
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

  /** What the mock answers with a dialect. */
  answer(query: Query, dialect: ResolvedDialect): Answer {
    const service = this.#services.get(dialect) ?? this.#serve(dialect);
    this.#services.set(dialect, service);
    return respond(query, service);
  }

  /** The answer in a form that can be compared. */
  signature(query: Query, dialect: ResolvedDialect): string {
    return signatureOf(this.answer(query, dialect), query, this.#schema);
  }

  /**
   * Whether the rows of the sample say what the answer is. The order of dates that are shown equal, but are not, is
   * unknown.
   */
  isKnown({ request, resource }: Query, { dates }: ResolvedDialect): boolean {
    const { fields } = resourceOf(this.#schema, resource);
    const names = Object.keys(request.query?.orderBy ?? {}).filter((name) => fields[name]?.kind === 'date');
    return dates.stored === 'milliseconds' || names.every((name) => !this.#hasEqual(resource, name));
  }

  #hasEqual(resource: string, name: string): boolean {
    const dates = (this.#rows.get(resource) ?? []).flatMap((row) => row[name] ?? []);
    return new Set(dates).size < dates.length;
  }

  /** The settings that an answer depends on, such as `nulls.neq`: those that the mock reads. */
  reads(query: Query, dialect: ResolvedDialect): ReadonlySet<string> {
    let recorder = this.#recorders.get(dialect);
    if (!recorder) {
      const reads = new Set<string>();
      recorder = { reads, service: this.#serve(recorded(dialect, reads)) };
      this.#recorders.set(dialect, recorder);
    }
    recorder.reads.clear();
    respond(query, recorder.service);
    return new Set(recorder.reads);
  }

  #serve(dialect: ResolvedDialect): MockService {
    const store = new Store(this.#schema, dialect);
    for (const [name, rows] of this.#rows)
      for (const [slot, row] of rows.entries()) store.table(name).write(slot, row);
    const keys = new ApiKeyTable(store.journal, Date.now);
    return {
      store,
      keys,
      router: createRouter(store, keys, { wrap: (result) => result, allowParameters: [] }),
    };
  }
}

interface MockService {
  readonly store: Store;
  readonly keys: ApiKeyTable;
  readonly router: Router;
}

function respond({ request, search }: Query, { store, keys, router }: MockService): Answer {
  const { rejections } = store.dialect;
  const path = `/v1${request.path}`;
  try {
    if (request.authorization !== undefined) {
      const { authorization } = request;
      const headers = new Headers(authorization === null ? {} : { authorization });
      authenticate({ headers } as Request, keys, rejections.credentials, () => {}); // it reads no more
    }
    const found = router(path);
    const handler = found?.route.get('GET');
    if (!found || !handler) return { status: 404 };
    const sent = { request: { method: 'GET' } as Request, path, search, recorded: {} }; // GET reads no body
    const { status, body } = handler(sent, found.id) as ServiceResponse; // only changes of keys are promises
    return Array.isArray(body)
      ? { status, rows: body }
      : { status, row: isPlainObject(body) ? (body as JsonObject) : {} };
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status };
    if (isQueryError(error)) return { status: rejections.query };
    throw error;
  }
}

/** The same dialect, which adds the name of each setting that is read to a set. */
function recorded(dialect: ResolvedDialect, names: Set<string>): ResolvedDialect {
  const groups = Object.entries(dialect).map(([group, members]) => {
    const isSingle = isSetting(settings[group as keyof typeof settings]);
    const value = isSingle
      ? members
      : new Proxy(members as object, {
          get(target, name) {
            names.add(`${group}.${String(name)}`);
            return Reflect.get(target, name);
          },
        });
    return [group, { value, isSingle }] as const;
  });
  const byName = Object.fromEntries(groups);
  return new Proxy(dialect, {
    get(_, name) {
      const group = byName[String(name)];
      if (group?.isSingle) names.add(String(name));
      return group?.value;
    },
  });
}

/** Computed fields have the values of the sample, where it has them. */
function withSampledValues(schema: Resources, rows: Sample['rows']): Resources {
  const withValues = ([name, resource]: [string, Resource]) => {
    const byId = new Map((rows[name] ?? []).map((row) => [row.id, row]));
    const fields = Object.entries(resource.fields).map(([key, field]) => {
      if (!field.computed) return [key, field];
      const compute: typeof field.compute = (row) =>
        byId.get(String(row.id))?.[key] ?? field.compute?.(row) ?? null;
      return [key, { ...field, compute }];
    });
    return [name, { ...resource, fields: Object.fromEntries(fields) }];
  };
  return Object.fromEntries(Object.entries(schema).map(withValues));
}
