import {
  type Dialect,
  type JsonObject,
  paymentsSchema,
  type Resources,
} from 'payments-data-client';
import { createMock, type MockData, sampleData } from 'payments-data-client/mock';
import { resolveDialect } from '../../../src/dialect/resolve-dialect.js';
import { comparedSettings } from '../../../src/tools/connect/compare/alternatives.js';
import {
  type CompareOptions,
  compareService,
  type ServiceComparison,
} from '../../../src/tools/connect/compare/compare-service.js';
import { topicAndDetail } from '../../../src/tools/connect/compare/difference.js';
import { createService } from '../../../src/tools/connect/service/live-service.js';
import { settingIn } from '../../../src/tools/named-settings.js';
import { type ChangedServer, startServer } from './servers/changed-server.js';

type Rows = { readonly [resource: string]: readonly JsonObject[] };

interface Options extends Partial<CompareOptions> {
  readonly schema?: Resources;
  /** All rows of the service. Default: the sample data. */
  readonly rows?: Rows;
  /** What was measured before. */
  readonly start?: Dialect;
  readonly maxRequests?: number;
}

export interface ServerComparison extends ServiceComparison {
  readonly requests: number;
  readonly seconds: number;
  readonly apiKey: string;
}

export const payments: Resources = { ...paymentsSchema };

/** Compares a service of which every row is known. */
export async function compareFetch(
  client: { readonly baseUrl: string; readonly apiKey: string; readonly fetch: unknown },
  { schema = payments, rows = sampleRows(), start = {}, maxRequests, ...options }: Options = {},
): Promise<ServerComparison> {
  const { baseUrl, apiKey } = client;
  const service = createService({
    baseUrl,
    apiKey,
    fetch: client.fetch as typeof fetch, // every service of the tests has the calls of fetch
    dialect: start,
    maxRequests,
  });
  const started = performance.now();
  const comparison = await compareService(service, completely(schema, rows), start, options);
  const seconds = (performance.now() - started) / 1000;
  return { ...comparison, requests: service.requests, seconds, apiKey };
}

/** Compares a changed server with the sample data. */
export const compareServer = (
  server: Pick<ChangedServer, 'mock' | 'change'>,
  options?: Options,
): Promise<ServerComparison> => compareFetch(startServer(server), options);

/** Compares a mock that has a dialect. */
export const compareDialect = (
  dialect: Dialect,
  options: Options = {},
): Promise<ServerComparison> => {
  const { schema = payments, rows = sampleRows() } = options;
  const mock = createMock({ schema, dialect, data: rows as MockData } as {
    readonly dialect: Dialect;
  }); // rows of the schema
  return compareFetch(mock.clientOptions, { ...options, rows });
};

export const sampleRows = (): Rows => sampleData() as unknown as Rows; // plain objects

/** A sample that has every row and every related row. */
function completely(schema: Resources, rows: Rows) {
  const relations = Object.entries(schema).flatMap(([name, { relations }]) =>
    Object.keys(relations).map((relation) => `${name}.${relation}`),
  );
  return { schema, rows, roots: {}, complete: [...Object.keys(schema), ...relations] };
}

export const completeSample = completely(payments, sampleRows());

/** The settings that were found, with their values. */
export const found = ({ causes }: ServiceComparison): Record<string, unknown> =>
  Object.fromEntries(causes.map(({ setting, value }) => [setting, value]));

/** A topic of differences, with what the queries are about within it. */
export const subjectOf = (about: string): string => topicAndDetail(about).join(': ');

/** What the differences are about that no setting explains, but for random queries. */
export const unexplained = ({ differences }: ServiceComparison): string[] =>
  differences
    .filter(({ topic }) => topic !== 'random-query')
    .flatMap(({ topic, details }) =>
      details.length > 0 ? details.map((detail) => `${topic}: ${detail}`) : [topic],
    );

/** The settings that were not found, but for those that no row shows. */
export function differingSettings(dialect: Dialect, comparison: ServiceComparison): string[] {
  const [left, right] = [
    resolveDialect('test', dialect),
    resolveDialect('test', comparison.dialect),
  ];
  return [...comparedSettings, 'comparators'].filter(
    (path) =>
      JSON.stringify(settingIn(left, path)) !== JSON.stringify(settingIn(right, path)) &&
      !comparison.notObservable.includes(path),
  );
}
