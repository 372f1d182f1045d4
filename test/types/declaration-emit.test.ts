import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cache, emitDeclarations, root, runCommandLine } from './lib/declarations.js';

/** What programs export: the compiler writes its type into their declarations. */
const exported = `
import { createClient, decimal, defineSchema, enumeration, extendSchema, json, many, nullable, one, paymentsSchema, pickSchema, string, uuid } from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { createProxy } from 'payments-data-client/proxy';
import { getQueryOptions, infiniteListQueryOptions, listQueryOptions, queryKeys } from 'payments-data-client/tanstack-query';
import { zodValidator } from 'payments-data-client/validation';
export const client = createClient({ baseUrl: 'x', apiKey: 'k' });
export const { balances, accounts, apiKeys, request } = client;
export const rows = () => balances.list({ include: { name: true, unit: true } });
export const pages = () => balances.pages();
export const response = () => balances.list().withResponse();
export const own = defineSchema({
  wallets: {
    path: '/w', operations: ['list'],
    fields: { id: uuid(), label: nullable(string()), data: json(), tags: json('array'), kind: enumeration('a'), amount: decimal() },
    relations: { owner: one('people', { foreignKey: 'owner_id' }) },
  },
  people: { fields: { id: uuid() }, relations: { wallets: many('wallets', { foreignKey: 'owner_id' }) } },
});
export const extended = extendSchema(paymentsSchema, { balances: { fields: { x: string() } } });
export const picked = pickSchema(paymentsSchema, { balances: ['name'] });
export const { wallets } = createClient({ baseUrl: 'x', apiKey: 'k', schema: own });
export const options = listQueryOptions(client.balances, { include: { name: true } });
export const single = getQueryOptions(client.balances, 'b1');
export const infinite = infiniteListQueryOptions(client.balances);
export const keys = { ...queryKeys };
export const key = queryKeys.list(client.balances);
export const mock = createMock({ schema: own });
export const { db, service, apiKeys: mockKeys, requests, clientOptions, fetch, fail } = createMock();
export const table = db.balances;
export const data = sampleData();
export const served = serveMock(createMock());
export const proxy = createProxy({ baseUrl: 'x', apiKey: 'k', schema: picked, authenticate: () => ({ id: 'x' }), policies: { balances: true } });
export const validator = zodValidator();
`;

const entries = ['', '/validation', '/tanstack-query', '/proxy', '/mock', '/mock/server', '/msw'];

/** Compiles `exported` in a project that has the package, whose other files cannot be imported. */
function emit(): { complaints: string; declarations: string } {
  const folder = join(cache, `emit-${randomUUID()}`);
  const installed = join(folder, 'node_modules/payments-data-client');
  const write = (path: string, value: object) =>
    writeFileSync(join(folder, path), JSON.stringify(value));
  try {
    mkdirSync(installed, { recursive: true });
    cpSync(emitDeclarations(), join(installed, 'dist'), { recursive: true });
    const exports = Object.fromEntries(
      entries.map((name) => [`.${name}`, { types: `./dist${name}/index.d.ts` }]),
    );
    const name = 'payments-data-client';
    write(`node_modules/${name}/package.json`, { name, type: 'module', exports });
    write('package.json', { type: 'module' });
    writeFileSync(join(folder, 'program.ts'), exported);
    write('tsconfig.json', {
      compilerOptions: {
        ...{ target: 'es2022', module: 'nodenext', strict: true, skipLibCheck: true },
        ...{ declaration: true, emitDeclarationOnly: true, outDir: 'out' },
        ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
      },
      files: ['program.ts'],
    });
    const complaints = runCommandLine('typescript-7.0', ['-p', folder, '--pretty', 'false']);
    return { complaints, declarations: readFileSync(join(folder, 'out/program.d.ts'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const namesIn = (path: string): string[] =>
  [
    ...readFileSync(join(root, path), 'utf8').matchAll(
      /^export (?:type )?\{(.*?)\}|^export (?:interface|type) (\w+)/gms,
    ),
  ].flatMap(([, list, name = '']) =>
    list
      ? [...list.matchAll(/(?:as )?(\w+)(?=\s*(?:,|$))/g)].map(([, found = '']) => found)
      : [name],
  );

describe('The declarations of a program', { timeout: 60_000 }, () => {
  const { complaints, declarations } = emit();

  it('can name the type of each value that it exports', () => {
    expect(complaints).toBe('');
  });

  it('or a page of the documentation, has each exported type', () => {
    const cheatSheet = readFileSync(join(root, 'docs/cheat-sheet.md'), 'utf8');
    const names = ['src/index.ts', 'src/tanstack-query/index.ts'].flatMap(namesIn);
    const types = names.filter((name) => /^[A-Z]/.test(name) && !/Error$/.test(name));
    expect(types.length).toBeGreaterThan(40);
    const isShown = (name: string) => new RegExp(`\\b${name}\\b`).test(declarations + cheatSheet);
    expect(types.filter((name) => !isShown(name))).toEqual([]);
  });
});
