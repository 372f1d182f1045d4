import {
  type ClientOptions,
  createClient,
  type Dialect,
  type JsonObject,
  type PaymentsSchema,
  type Resources,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { namedMembers } from '../../src/dialect/request-dialect.js';
import { described } from '../fixtures/engines/described.js';
import type { Engine, EngineOptions } from '../fixtures/engines/engine.js';
import { type EngineName, serveEngine } from '../fixtures/engines/serve-engine.js';
import type { RandomQuery } from '../fixtures/random-queries.js';
import type { RandomRows } from '../fixtures/random-rows.js';

/** A list query without types, as {@link AnyClient} takes it. */
export type AnyQuery = Partial<RandomQuery>;

/** The methods of a resource for tests that choose names at run time. */
export interface AnyResource {
  list(query: AnyQuery): Promise<JsonObject[]>;
  all(query: AnyQuery, options?: { pageSize?: number }): Promise<JsonObject[]>;
  pages(query: AnyQuery, options?: { pageSize?: number }): AsyncIterable<JsonObject[]>;
  iterate(query: AnyQuery, options?: { pageSize?: number }): AsyncIterable<JsonObject>;
}

/** A client whose resources are found by name. */
export type AnyClient = (resource: string) => AnyResource;

/** How a client or a mock of an engine is made. */
export interface Module {
  readonly schema: Resources & PaymentsSchema;
  readonly dialect: Dialect;
}

/** An engine with what tests compare with it. */
export interface OpenEngine {
  readonly engine: Engine;
  /** The module that was written by hand. */
  readonly module: Module;
  /** Its rows as responses show them, in the default order. */
  readonly rows: RandomRows;
  /** The rows of a list without pages. Nothing of the package takes part in it. */
  whole(pathAndQuery: string): Promise<JsonObject[]>;
  client(module: Module): AnyClient;
}

export async function openEngine(name: EngineName, options?: EngineOptions): Promise<OpenEngine> {
  const engine = await serveEngine(name, options);
  const { schema, dialect } = described[name] as unknown as Module; // its resources are looked up by name
  const unlimited = await engine.variant({ pageSize: { default: null, max: null } });
  const whole = async (pathAndQuery: string) => {
    const { status, body } = await unlimited.answer(pathAndQuery);
    if (status !== 200) throw new Error(`${pathAndQuery}: ${JSON.stringify(body)}`);
    return (body as Record<string, JsonObject[]>)[namedMembers(dialect.envelope).rows ?? ''] ?? [];
  };
  const rows: RandomRows = {};
  for (const [resource, { path, operations }] of Object.entries(schema))
    if (path && operations.includes('list')) rows[resource] = await whole(path);
  // Where units have no list, those of balances are shown.
  rows.units ??= [
    ...new Map(
      (await whole('/balances?include=unit:true')).map(({ unit }) => [
        (unit as JsonObject).id,
        unit as JsonObject,
      ]),
    ).values(),
  ];
  return {
    engine: {
      ...engine,
      close: async () => {
        await unlimited.close();
        await engine.close();
      },
    },
    module: { schema, dialect },
    rows,
    whole,
    client: (module) => anyClient({ baseUrl: engine.url, apiKey: engine.apiKey, ...module }),
  };
}

/** A mock with the rows that responses show. */
export const mockOf = ({ schema, dialect }: Module, rows: RandomRows): AnyClient =>
  anyClient({
    ...createMock({ schema, dialect, data: rows as object }).clientOptions,
    schema,
    dialect,
  });

function anyClient(options: ClientOptions & Module): AnyClient {
  const client = createClient({ ...options, logLevel: 'error', retry: 0 }) as unknown as Record<
    string,
    AnyResource
  >;
  return (resource) => {
    const found = client[resource];
    if (!found) throw new Error(`There is no resource ${resource}.`);
    return found;
  };
}
