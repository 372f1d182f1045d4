import { describe, expect, it } from 'vitest';
import { complain, createProgram, versions } from './lib/compiler.js';
import { prelude } from './lib/prelude.js';

/** Compiles whatever the options: only what every strictness agrees on. */
const ordinary = `
export const call_one = async () => (await client.balances.list({ where: { name: 'x', OR: [{ balance: { gt: '1' } }] }, include: { name: true, unit: { symbol: true } } })).map(({ id, name, unit }) => [id, name, unit.symbol]);
export const call_two = async () => (await client.accounts.list({ include: { balances: { where: { type: 'main' }, include: { amount: true } } } })).flatMap(({ balances }) => balances.map(({ amount }) => amount));
export const call_three = async () => (await client.balances.list({ include: { name: flag, unit: other ? true : undefined } })).map(({ id, name, unit }) => [id, name, unit?.symbol]);
export const call_four = async () => (await client.balances.list({ include: flag ? { name: true } : undefined })).map(({ name }) => name);
export const call_five = async () => (await load({ name: true, account: true })).map(({ name, account }) => [name, account.status]);
export const call_six = async () => (await client.balances.get('id', { include: { archived_at: true } })).archived_at;
export const call_eight = async () => (await loadAny({ name: true })).map(({ id, name }) => [id, name]);
export const call_nine = async () => (await client.balances.list(parameters)).map(({ name }) => name);
export const call_ten = () => client.balances.list({ where: { balance: { ...(maybe && { gte: maybe }) }, created_at: range, name: {} } });
export const call_seven = async () => (await client.balances.list()).map(({ variables }) => variables);
`;
const wrong = `
export const wrong = () => client.balances.list({ include: { name: true, unit: { nmae: true } } });
`;

describe.each(versions)('With TypeScript %s', { timeout: 60_000 }, (version) => {
  it.each([
    [
      'without exactOptionalPropertyTypes, each file by itself',
      { exactOptionalPropertyTypes: false, verbatimModuleSyntax: true, isolatedModules: true },
    ],
    [
      'without strictNullChecks',
      { strict: false, exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false },
    ],
  ])('ordinary calls compile and typos do not: %s', (_, options) => {
    const complaints = complain(version, prelude + ordinary + wrong, options);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]?.message).toContain('`nmae` is not a field or relation of units');
  });
});

describe('Exported wrappers', () => {
  const wrappers = `
import { createClient, type Client, type Selected, type ValidInclude } from 'payments-data-client';
const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key' });
export const named = () => client.balances.list({ include: { name: true, unit: { symbol: true }, account: { balances: { where: { type: 'main' }, include: { amount: true } } } } });
export const maybe = (flag: boolean) => client.balances.list({ include: { name: flag, unit: true } });
export async function load<const Chosen extends ValidInclude<'balances', Chosen>>(include: Chosen) { return client.balances.list({ include }); }
export async function through<const Chosen extends ValidInclude<'balances', Chosen>>(by: Client, include: Chosen): Promise<Selected<'balances', Chosen>[]> { return by.balances.list({ include }); }
export class Repository { constructor(private readonly by: Client) {} find<const Chosen extends ValidInclude<'accounts', Chosen>>(include: Chosen) { return this.by.accounts.list({ include }); } }
`;

  it.each(['5.4', '6.0'] as const)('have declarations with TypeScript %s', (version) => {
    const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true };
    const { program, file, typescript } = createProgram(version, wrappers, emit);
    let declarations = '';
    const { diagnostics } = program.emit(file, (_, text) => {
      declarations = text;
    });
    const said = [
      ...diagnostics,
      ...program.getSemanticDiagnostics(file),
      ...program.getDeclarationDiagnostics(file),
    ];
    expect(
      said.map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, ' ')),
    ).toEqual([]);
    expect(declarations).toMatch(
      /named: \(\) => .*ResponsePromise<\{\s+id: string;\s+name: string;/,
    );
    expect(declarations).toMatch(/load<const Chosen extends ValidInclude<.balances., Chosen>>/);
    expect(declarations.length).toBeLessThan(4_000); // no helper type is spelled out
  });

  it('need no other module to be named where isolatedDeclarations asks for return types', () => {
    const written = `
import type { Balance, Client, Selected, ValidInclude } from 'payments-data-client';
export function all(by: Client): Promise<Balance[]> { return by.balances.list(); }
export function some<const Chosen extends ValidInclude<'balances', Chosen>>(by: Client, include: Chosen): Promise<Selected<'balances', Chosen>[]> { return by.balances.list({ include }); }
`;
    const options = { noEmit: false, declaration: true, isolatedDeclarations: true };
    expect(complain('6.0', written, options)).toEqual([]);
  });
});
