import { describe, expect, test, vi } from 'vitest';
import { pull } from '../../src/pull/pull.js';
import { serversByResponse } from '../verify/changed-servers.js';
import { startServer } from '../verify/servers/changed-server.js';
import { pullOptions } from './static-service.js';

// Each test reads a whole service. A busy machine takes seconds for that.
vi.setConfig({ testTimeout: 30_000 });

/** What the written module says of the services that have other properties than the payments schema. */
const findings: Readonly<Record<string, RegExp>> = {
  'returns computed properties by default': /amount: decimal\(\),.*identifier: string\(\),/s,
  'never returns computed properties': /\/\/ - balances\.amount: .*\/\/ - accounts\.identifier: /s,
  'returns id only if it is named': /\/\/ - balances\.amount: requests with an include of it fail/,
  'accepts strict JSON only': /\/\/ - balances\.unit: requests with an include of it fail/,
  'requires the outer braces': /\/\/ - balances\.unit: requests with an include of it fail/,
  'rejects keys without quotes': /\/\/ - balances\.unit: requests with an include of it fail/,
  'returns rows without ids': /\/\/ Not read\.\n\/\/ - balances: /,
  'returns further properties of accounts by default': /legal_name: /,
  'ignores relations in an include': /\/\/ - balances\.unit: 0 of \d+ rows, even if an include names it/,
  'returns the row of a to-one relation in an array': /\/\/ - balances\.unit: an array/,
  'returns a summary of related rows by default': /\/\/ - units\.symbol: no related row has it/,
  'has no list of transaction lines': /\/\/ Not read\.\n\/\/ - transactionLines: .*404/,
  'returns decimals as numbers': / balance: number\(\),/,
  'returns null for text that is not nullable': /description: nullable\(string\(\)\),/,
  'wraps bodies in data': /\/\/ Not read\.\n\/\/ - balances: /,
  'wraps bodies in the name of the resource': /\/\/ Not read\.\n\/\/ - balances: /,
};

/** Rows of these services, as relations return them, differ from the rows of their lists. */
const disagreeing: Readonly<Record<string, readonly string[]>> = {
  'returns further properties of accounts by default': ['balances.account'],
  'returns the row of a to-one relation in an array': ['balances.account', 'balances.unit'],
  'returns decimals as numbers': ['accounts.balances'],
};

describe('pull works at a service that', () => {
  test.each(serversByResponse)('$name', async (server) => {
    const expected = findings[server.name];
    const { baseUrl, apiKey, fetch } = startServer(server);
    const { text, disagreements } = await pull(pullOptions({ connection: { baseUrl, apiKey, fetch } }));
    const relations = disagreements.map(({ path }) => path.slice(0, 2).join('.'));
    if (server.name === 'returns a summary of related rows by default')
      expect(relations).toContain('units.symbol'); // and every other property of every relation
    else expect([...new Set(relations)].sort()).toEqual(disagreeing[server.name] ?? []);
    const notes = text.split('\n').filter((line) => line.startsWith('//')).length - 1;
    if (expected) expect(text).toMatch(expected);
    else
      expect({ notes, text }).toEqual({
        notes: 0,
        text: expect.stringMatching(/paymentsSchema, \{\}\);\n$/),
      });
  });

  test('has a name that exists', () => {
    const names = serversByResponse.map(({ name }) => name);
    expect(Object.keys(findings).filter((name) => !names.includes(name))).toEqual([]);
  });
});
