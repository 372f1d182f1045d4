import { createMock, sampleData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { internalsOf, type MockInternals } from '../../../../src/mock/mock.js';
import { downloadedRows } from '../../../../src/tools/inspector/server/inspector.js';

const internals = (mock: object): MockInternals =>
  internalsOf(mock) ?? expect.fail('it is not a mock');

/** Rows as a file contains them. */
const written = (mock: object) => JSON.parse(JSON.stringify(downloadedRows(internals(mock).store)));

/** Replaces the rows of one mock by those of another one. */
const replace = (mock: object, other: object) =>
  internals(mock).replaceRows(internals(other).store);

describe('downloadedRows', () => {
  test('returns rows that make an equal mock, with the foreign keys that no response contains', () => {
    const mock = createMock({ data: sampleData({ accounts: 5 }) });
    const saved = written(mock);
    expect(saved).toEqual(sampleData({ accounts: 5 }));
    expect(written(createMock({ data: saved }))).toEqual(saved);
  });

  test('returns changed rows, and no deleted ones', () => {
    const mock = createMock({ data: {} });
    const [first, second] = mock.db.accounts.insert([
      { identifier_value: '1' },
      { identifier_value: '2' },
    ]);
    mock.db.accounts.delete(first?.id ?? '');
    mock.db.accounts.update(second?.id ?? '', { status: 'blocked' });
    expect(written(mock)).toMatchObject({
      accounts: [{ identifier_value: '2', status: 'blocked' }],
      balances: [],
    });
  });
});

describe('replaceRows', () => {
  test('replaces the rows for requests and for reset, and keeps API keys', async () => {
    const mock = createMock({ apiKeys: [{ key: 'first' }] });
    mock.apiKeys.create({ name: 'Second', key: 'second' });
    replace(mock, createMock({ data: { accounts: [{ identifier_value: 'new' }] } }));
    const values = () => mock.db.accounts.all().map(({ identifier_value }) => identifier_value);
    expect(values()).toEqual(['new']);
    expect(mock.apiKeys.all()).toHaveLength(2);
    mock.db.accounts.insert({ identifier_value: 'later' });
    mock.reset();
    expect(values()).toEqual(['new']);
    expect(mock.apiKeys.all()).toHaveLength(1);
  });

  test('leaves earlier snapshots as they were', () => {
    const mock = createMock({ data: { accounts: [{ identifier_value: 'old' }] } });
    const snapshot = mock.snapshot();
    replace(mock, createMock({ data: {} }));
    expect(mock.db.accounts.all()).toEqual([]);
    mock.restore(snapshot);
    expect(mock.db.accounts.all()).toMatchObject([{ identifier_value: 'old' }]);
  });
});
