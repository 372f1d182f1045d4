import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field, JsonObject, Relation, Resources } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { compareSchemas } from '../../../src/tools/connect/compare/compare-schemas.js';
import { inferSchema } from '../../../src/tools/connect/infer/infer-schema.js';
import { toMockData } from '../../../src/tools/connect/sample/mock-data.js';
import { inTurn } from '../../fixtures/in-turns.js';
import { packagePaths, runTypeScript, versions } from '../../types/lib/compiler.js';
import { cache, strictOptions, writeConfig } from '../../types/lib/declarations.js';
import { createChance } from '../../types/lib/random.js';
import { createRandomWorkspace, type RandomWorkspace } from './random-workspace.js';
import { runModule } from './run-module.js';
import { moduleOf, readFrom } from './static-service.js';

// Each test reads a whole service. A busy machine takes seconds for that.
vi.setConfig({ testTimeout: 30_000 });

const seeds = inTurn(
  Array.from({ length: 200 }, (_, seed) => seed),
  4,
);

/** What a schema says of each name, without the functions of computed fields. */
const describeSchema = (schema: Resources) =>
  Object.fromEntries(
    Object.entries(schema).map(([name, { path, operations, fields, relations }]) => [
      name,
      {
        path,
        operations: [...operations],
        fields: mapValues(fields, ({ kind, nullable, computed, values }: Field) => ({
          kind,
          nullable,
          computed,
          values: [...values],
        })),
        relations: mapValues(relations, (relation: Relation) => ({ ...relation })),
      },
    ]),
  );

const mapValues = <Value, Result>(
  object: { readonly [key: string]: Value },
  map: (value: Value) => Result,
) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

/** A mock of the workspace. Its lists have the fields that no mock has, too. */
function serve({ schema, data, paths, known, undeclared }: RandomWorkspace) {
  const mock = createMock({ schema, data: data as object });
  const fetch = async (...[input, init]: Parameters<typeof mock.fetch>) => {
    const response = await mock.fetch(input, init);
    const { pathname, searchParams } = new URL(new Request(input).url);
    const found = Object.entries(schema).find(([, { path }]) => pathname === `/v1${path}`);
    const added = found && undeclared[found[0]];
    if (!added || !response.ok || searchParams.has('include')) return response;
    return Response.json((await response.json()).map((row: object) => ({ ...row, ...added })));
  };
  const read = (base = known) => readFrom({ ...mock.clientOptions, fetch }, { paths }, base);
  return { mock, read };
}

const folder = join(cache, `pulled-${process.pid}`);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('connect to services of random schemas', () => {
  const files: string[] = [];

  test.each(seeds)('finds all that the rows of schema %i show', async (seed) => {
    const workspace = createRandomWorkspace(createChance(seed));
    const { mock, read: readService } = serve(workspace);
    const read = await readService();
    expect(describeSchema(read.schema)).toEqual(describeSchema(workspace.schema));
    expect(read.undeclared.map(({ path }) => path.join('.')).sort()).toEqual(
      Object.entries(workspace.undeclared)
        .flatMap(([resource, row]) => Object.keys(row).map((name) => `${resource}.${name}`))
        .sort(),
    );
    expect(read.removed).toEqual([]);
    const rows = Object.fromEntries(
      read.known.names.map((name) => [name, [...read.known.rowsOf(name).values()] as JsonObject[]]),
    );
    expect(toMockData(read.schema, rows).invalidValues).toEqual([]);
    expect(describeSchema(runModule(read.text))).toEqual(describeSchema(read.schema));
    expect(mock.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    files.push(`schema-${seed}.ts`);
    writeFileSync(join(folder, `schema-${seed}.ts`), read.text);

    const reversed = read.readings.map((reading) => ({
      ...reading,
      rows: new Map([...reading.rows].reverse()),
      included: new Map([...reading.included].reverse()),
    }));
    const inferred = inferSchema(workspace.known, reversed, {
      values: true,
      unseenValues: new Map(),
    });
    expect(moduleOf({ ...read, ...inferred })).toBe(read.text);
  });

  test.each([0, 50, 100, 150])('contradicts nothing in schema %i the second time', async (seed) => {
    const { read } = serve(createRandomWorkspace(createChance(seed)));
    const first = await read();
    const second = await read(first.schema);
    expect(compareSchemas(first.schema, second.schema, second.undeclared)).toEqual([]);
    expect((await read()).text).toBe(first.text);
  });

  test.each(versions)(
    'writes modules that compile under TypeScript %s, for a client and a mock',
    {
      timeout: 120_000,
    },
    (version) => {
      expect(files).toHaveLength(seeds.length);
      // An include of a resource with a field `constructor` does not compile, whoever wrote the
      // schema.
      const usable = files.filter(
        (file) => !/constructor|toString|hasOwn/.test(readFileSync(join(folder, file), 'utf8')),
      );
      const used = usable
        .slice(0, 3)
        .flatMap((file, index) => [
          `import { schema as schema${index} } from './${file.replace('.ts', '')}';`,
          `createClient({ baseUrl, apiKey, schema: schema${index} }).balances.list({ include: { unit: true } });`,
          `createMock({ schema: schema${index} }).db.accounts.all();`,
        ]);
      expect(used).toHaveLength(9);
      const imports = [
        "import { createClient } from 'payments-data-client';",
        "import { createMock } from 'payments-data-client/mock';",
        'declare const baseUrl: string, apiKey: string;',
      ];
      writeFileSync(join(folder, 'use.ts'), [...imports, ...used].join('\n'));
      writeConfig(folder, [...files, 'use.ts'], { ...strictOptions, paths: packagePaths() });
      expect(runTypeScript(version, '-p', folder, '--pretty', 'false')).toBe('');
    },
  );
});
