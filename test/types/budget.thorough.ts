import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  date,
  decimal,
  enumeration,
  json,
  nullable,
  number,
  string,
  uuid,
} from '../../src/schema/field.js';
import type { Resources } from '../../src/schema/lookup.js';
import { paymentsSchema } from '../../src/schema/payments-schema.js';
import { many, one } from '../../src/schema/relation.js';
import { instantiations as limits } from '../limits.js';
import { createProgram, packagePaths, runTypeScript } from './lib/compiler.js';
import { cache, strictOptions, writeConfig } from './lib/declarations.js';
import { writeQueries } from './lib/generated-queries.js';

const opening = `import { createClient } from 'payments-data-client';
export const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key' });
`;

/** The queries of `bench/types`, on a schema that is declared in the same file. */
interface Bench {
  readonly files: () => Readonly<Record<string, string>>;
  readonly print: (query: unknown, index: number) => string;
  readonly makeQueries: (count: number) => readonly unknown[];
}
const importBench = (path: string) =>
  import(new URL(`../../bench/types/${path}`, import.meta.url).href);
const bench: Bench = {
  ...(await importBench('libraries/payments-data-client.mjs')),
  ...(await importBench('abstract-queries.mjs')),
};
const benchQueries = (count: number) =>
  `${bench.files()['schema.ts']}${bench.makeQueries(count).map(bench.print).join('\n')}`;

/** How many types the compiler makes of others to check a file: the same on every machine. */
const instantiations: Record<string, (text: string) => number> = {
  '6.0': (text) => {
    const { program, file } = createProgram('6.0', text);
    expect(program.getSemanticDiagnostics(file)).toEqual([]);
    return program.getInstantiationCount();
  },
  '7.0': (text) => {
    const folder = join(cache, `budget-${randomUUID()}`);
    mkdirSync(folder, { recursive: true });
    try {
      writeFileSync(join(folder, 'file.ts'), text);
      writeConfig(folder, ['file.ts'], { ...strictOptions, paths: packagePaths() });
      const said = runTypeScript('7.0', '-p', folder, '--extendedDiagnostics');
      expect(said).not.toContain('error TS');
      return Number(/^Instantiations:\s+(\d+)/m.exec(said)?.[1]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const fields = {
  id: uuid(),
  name: string(),
  code: string(),
  note: nullable(string()),
  amount: decimal(),
  count: number(),
  state: enumeration('open', 'closed'),
  data: nullable(json()),
  made_at: date(),
  next_id: uuid(),
};
const fieldsAsText = `{ id: uuid(), name: string(), code: string(), note: nullable(string()), amount: decimal(),
  count: number(), state: enumeration('open', 'closed'), data: nullable(json()), made_at: date(), next_id: uuid() }`;

/**
 * Sixty resources in a ring: each has one of the next, many of the one before, and maybe one that
 * is further.
 */
const ring = Array.from({ length: 60 }, (_, index) => {
  const name = (offset: number) => `r${(index + offset + 60) % 60}`;
  const relations = {
    next: one(name(1), { foreignKey: 'next_id' }),
    before: many(name(-1), { foreignKey: 'next_id' }),
    far: one(name(7), { foreignKey: 'next_id', nullable: true }),
  };
  const asText = `${name(0)}: { path: '/${name(0)}', operations: ['list'], fields: ${fieldsAsText}, relations: {
    next: one('${name(1)}', { foreignKey: 'next_id' }), before: many('${name(-1)}', { foreignKey: 'next_id' }),
    far: one('${name(7)}', { foreignKey: 'next_id', nullable: true }) } }`;
  return {
    name: name(0),
    resource: { path: `/${name(0)}`, operations: ['list'], fields, relations },
    asText,
  };
});
const sixty = Object.fromEntries(
  ring.map(({ name, resource }) => [name, resource]),
) as unknown as Resources; // lacks the phantom
const sixtyOpening = `import { createClient, date, decimal, defineSchema, enumeration, json, many, nullable, number, one, string, uuid } from 'payments-data-client';
const schema = defineSchema({ ${ring.map(({ asText }) => asText).join(',\n')} });
export const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key', schema });
`;

describe.each(['6.0', '7.0'])('With TypeScript %s', { timeout: 60_000 }, (version) => {
  const count = (text: string) => instantiations[version]?.(text) ?? Number.NaN;
  const queries = (number: number) => opening + writeQueries({ ...paymentsSchema }, number, 3);

  it('the payments schema costs few instantiations', () => {
    const base = count(opening);
    console.log(`TypeScript ${version}: ${base} instantiations without a query`);
    expect(base).toBeLessThanOrEqual(limits.paymentsSchema);
  });

  it('one of 200 queries costs few instantiations', () => {
    const each = (count(queries(200)) - count(queries(0))) / 200;
    console.log(`TypeScript ${version}: ${each} instantiations a query`);
    expect(each).toBeLessThanOrEqual(limits.query);
    expect(each).toBeGreaterThan(50); // or nothing was checked
  });

  it('one of 200 queries on an own schema costs few instantiations', () => {
    const none = count(benchQueries(0));
    const half = count(benchQueries(100));
    const all = count(benchQueries(200));
    console.log(
      `TypeScript ${version}: ${(all - none) / 200} instantiations a query of the benchmark, ${(all - half) / 100} in the second half`,
    );
    expect((all - none) / 200).toBeLessThanOrEqual(limits.benchmarkQuery);
    expect((all - half) / 100).toBeLessThanOrEqual(limits.laterBenchmarkQuery);
    expect((all - half) / 100).toBeGreaterThan(50);
  });

  it('a call three levels deep on a schema of 60 resources costs few instantiations', () => {
    const calls = writeQueries(sixty, 60, 2, 0.5);
    const each = (count(sixtyOpening + calls) - count(sixtyOpening)) / 60;
    console.log(`TypeScript ${version}: ${each} instantiations a call on 60 resources`);
    expect(each).toBeLessThanOrEqual(limits.callOnSixtyResources);
  });
});
