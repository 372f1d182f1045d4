import { paymentsSchema, type Resources } from 'payments-data-client';
import {
  type ReadSchema,
  readSchema,
  type SchemaOptions,
} from '../../../src/tools/connect/infer/read-schema.js';
import { writeModule } from '../../../src/tools/connect/report/write-module.js';
import {
  type ConnectionOptions,
  createService,
} from '../../../src/tools/connect/service/live-service.js';
import { json } from '../../fixtures/answering-fetch.js';

/** A row as a service sends it. */
export type ServiceRow = { readonly id: string; readonly [name: string]: unknown };

/** What a service has under each path, and what each row has if an include names it. */
export interface StaticService {
  readonly [path: string]: {
    readonly rows: readonly ServiceRow[];
    readonly included?: Readonly<Record<string, (row: ServiceRow) => unknown>>;
  };
}

/** A UUID of a small number, in the order of the numbers. */
export const uuidOf = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Rows with an id and further fields by index. */
export const rowsWith = (count: number, row: (index: number) => object): ServiceRow[] =>
  Array.from({ length: count }, (_, index) => ({ id: uuidOf(index), ...row(index) }));

/** A service with any rows whatever, without filters but the one that pages continue with. */
const staticFetch =
  (service: StaticService) =>
  async (input: RequestInfo | URL): Promise<Response> => {
    const { pathname, searchParams } = new URL((input as Request).url);
    const { rows = [], included = {} } = service[pathname.replace('/v1', '')] ?? {};
    if (searchParams.has('where') || searchParams.has('skip')) return json([]);
    const names = [...(searchParams.get('include') ?? '').matchAll(/([\w$]+):true/g)].map(
      ([, name]) => name ?? '',
    );
    return json(
      rows.map((row) => ({
        ...row,
        ...Object.fromEntries(
          names.flatMap((name) => (included[name] ? [[name, included[name](row)]] : [])),
        ),
      })),
    );
  };

/** Reads the schema of a service, with everything that a test leaves out, and writes the module. */
export async function readFrom(
  connection: ConnectionOptions,
  options: Partial<SchemaOptions> = {},
  base: Resources = { ...paymentsSchema },
): Promise<ReadSchema & { readonly text: string }> {
  const read = await readSchema(createService({ maxRequests: 10_000, ...connection }), base, {
    rowsPerResource: 500,
    paths: new Map(),
    values: true,
    ...options,
  });
  return { ...read, text: moduleOf(read) };
}

export const moduleOf = (read: ReadSchema): string =>
  writeModule({
    ...read,
    base: { ...paymentsSchema },
    dialect: {},
    command: 'connect --base-url https://api.example.com',
    specifier: './payments.js',
    baseUrl: 'https://api.example.com',
    knownDifferences: [],
  });

/** Reads the schema of a service with any rows whatever. */
export const readStatic = (
  service: StaticService,
  options: Partial<SchemaOptions> = {},
  base?: Resources,
) =>
  readFrom(
    { baseUrl: 'https://api.example.com', apiKey: 'test-key', fetch: staticFetch(service) },
    options,
    base,
  );
