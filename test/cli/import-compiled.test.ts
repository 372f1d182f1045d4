import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hasTypeScript, importCompiled } from '../../src/cli/import-compiled.js';

// Inside the project, so that the module finds the package and the compiler.
const folder = mkdtempSync(join(import.meta.dirname, 'typescript-'));
const outside = mkdtempSync(join(tmpdir(), 'without-typescript-'));
afterAll(() => {
  for (const one of [folder, outside]) rmSync(one, { recursive: true, force: true });
});

const module = `import { type Dialect, extendSchema, paymentsSchema, string } from 'payments-data-client';

export const schema = extendSchema(paymentsSchema, { accounts: { fields: { country: string() } } });
export const dialect = { nulls: 'sql' } as const satisfies Dialect;
`;

test('a TypeScript module is imported with the compiler of the project, and nothing remains', async () => {
  const path = join(folder, 'payments.ts');
  writeFileSync(path, module);
  expect(hasTypeScript(path)).toBe(true);
  expect(await importCompiled(path)).toMatchObject({
    schema: { accounts: { fields: { country: { kind: 'string' } } } },
    dialect: { nulls: 'sql' },
  });
  expect(readdirSync(folder)).toEqual(['payments.ts']);
});

test('nothing remains of a module that throws', async () => {
  const path = join(folder, 'payments.ts');
  writeFileSync(path, "throw new Error('wrong') as never;");
  await expect(importCompiled(path)).rejects.toThrow('wrong');
  expect(readdirSync(folder)).toEqual(['payments.ts']);
});

test('a project without the compiler is recognized', () => {
  expect(hasTypeScript(join(outside, 'payments.ts'))).toBe(false);
});
