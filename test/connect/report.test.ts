import { describe, expect, test } from 'vitest';
import type { ServiceComparison } from '../../src/connect/compare/compare.js';
import { type Report, toJsonReport, verdictOf, writeTextReport } from '../../src/connect/report/report.js';

const plain = (text: string) => text;
const style = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain };

const comparison: ServiceComparison = {
  dialect: {
    envelope: 'data',
    parameters: { take: 'limit', skip: 'offset', orderBy: 'sort' },
    orderFormat: '-name',
    pageSize: { default: 50, max: 100 },
    nulls: 'sql',
    comparators: { string: { not_contains: false } },
  },
  causes: [
    {
      setting: 'nulls.neq',
      value: 'skipped',
      explains: 4,
    },
    {
      setting: 'nulls.notIn',
      value: 'skipped',
      explains: 3,
    },
  ],
  differences: [
    {
      id: 'include-a-field',
      about: 'include: a field',
      kind: 'rows',
      rule: 'include 2',
      request: 'GET /transactions/lines include={"amount":true}',
      expected: '24 rows',
      observed: '24 rows with other content',
      count: 2,
    },
    {
      id: 'parameters-where-twice',
      about: 'parameters: where twice',
      kind: 'cosmetic',
      request: "GET /balances where=id:'…' where=id:'…'",
      expected: 'rejected with 422',
      observed: '1 row',
      count: 1,
    },
  ],
  notObservable: ['order.ties'],
  agreement: { same: 198, of: 200 },
  unanswered: 0,
  unknown: [],
};

const report: Report = {
  baseUrl: 'https://api.example.com',
  resources: '5 resources',
  requests: 742,
  seconds: 4.12,
  given: {},
  comparison,
};

describe('the report of a comparison', () => {
  test('shows settings, differences and the agreement', () => {
    expect(writeTextReport(report, { columns: 100, style, isVerbose: false })).toBe(
      `https://api.example.com   5 resources   742 requests, 4.1 s

Settings that differ from the default
  envelope      'data'
  parameters    take: 'limit', skip: 'offset', orderBy: 'sort'
  orderFormat   '-name'
  pageSize      50, at most 100
  nulls         'sql'   explains 7
  comparators   string: { not_contains: false }

Wrong rows without an error  (1)
  include: a field: 24 rows with other content instead of 24 rows   2 queries   violates include 2

Cosmetic: no client is harmed  (1)
  parameters: where twice: 1 row instead of rejected with 422

Requests, and the names for \`verify --accept\`: --verbose

The mock gives the same response as the service to 198 of 200 random queries.`,
    );
  });

  test('wraps a setting with many members', () => {
    const parameters = { take: 'limit', skip: 'offset', orderBy: 'sort', after: null, before: null };
    const found = { ...comparison, dialect: { parameters }, causes: [], differences: [] };
    const text = writeTextReport({ ...report, comparison: found }, { columns: 60, style, isVerbose: false });
    expect(text).toContain(`
  parameters   take: 'limit', skip: 'offset',
               orderBy: 'sort', after: null, before: null
`);
  });

  test('shows requests and what to accept if it is verbose', () => {
    const text = writeTextReport(report, { columns: 100, style, isVerbose: true });
    expect(text).toContain(`    GET /transactions/lines include={"amount":true}
    --accept include-a-field`);
    expect(text).toContain('Not observable with these rows: order.ties');
  });

  test('shows what was before, if a dialect was given', () => {
    const given = { ...comparison.dialect, nulls: 'value', pageSize: { default: 50 } } as const;
    const text = writeTextReport({ ...report, given }, { columns: 100, style, isVerbose: false });
    expect(text).toContain(`Settings that differ from the module
  pageSize   50, at most 100 instead of 50
  nulls      'sql' instead of 'value'   explains 7
`);
  });

  test('is different until every difference is accepted, by its name or its kind', () => {
    expect(verdictOf(report)).toBe('different');
    const given = comparison.dialect;
    expect(verdictOf({ ...report, given })).toBe('different');
    expect(verdictOf({ ...report, given, accepted: ['include-a-field'] })).toBe('different');
    expect(verdictOf({ ...report, given, accepted: ['include-a-field', 'parameters-where-twice'] })).toBe(
      'same',
    );
    expect(verdictOf({ ...report, given, accepted: ['rows', 'cosmetic'] })).toBe('same');
    expect(verdictOf({ ...report, given, only: ['rejected'] })).toBe('same');
    expect(verdictOf({ ...report, given, only: ['cosmetic'] })).toBe('different');
    expect(verdictOf({ ...report, accepted: ['include', 'parameters', 'nulls'] })).toBe('different');
  });

  test('is the same if every member that differs is accepted, or not shown by the rows', () => {
    const members = { neq: 'skipped', notIn: 'skipped' } as const;
    const found = { ...comparison, dialect: { nulls: members }, differences: [] };
    const reportOf = (accepted: string[], notObservable: string[] = []) =>
      verdictOf({ ...report, comparison: { ...found, notObservable }, accepted });
    expect(reportOf(['nulls.neq'])).toBe('different');
    expect(reportOf(['nulls.neq', 'nulls.notIn'])).toBe('same');
    expect(reportOf(['nulls.neq'], ['nulls.notIn'])).toBe('same');
  });

  test('is the same if the module means the same in other words', () => {
    const found = { ...comparison, dialect: {}, differences: [] };
    const given = { nulls: 'value', dates: 'milliseconds', maxUrlLength: 2_000 } as const;
    expect(verdictOf({ ...report, given, comparison: found })).toBe('same');
  });

  test('is unknown if too little was found out, and never the same', () => {
    const inconclusive = {
      ...comparison,
      dialect: {},
      differences: [],
      unknown: ['Only 12 queries were answered.'],
    };
    expect(verdictOf({ ...report, comparison: inconclusive })).toBe('unknown');
    expect(
      writeTextReport({ ...report, comparison: inconclusive }, { columns: 80, style, isVerbose: false }),
    ).toContain('Could not be found out\n  Only 12 queries were answered.');
  });

  test('is data with the verdict, the agreement, settings and differences', () => {
    expect(toJsonReport(report)).toMatchObject({
      service: 'https://api.example.com',
      verdict: 'different',
      requests: 742,
      agreement: { same: 198, of: 200 },
      settings: expect.arrayContaining([{ setting: 'nulls', value: 'sql', before: null, explains: 7 }]),
      differences: comparison.differences,
      unknown: [],
    });
  });
});
