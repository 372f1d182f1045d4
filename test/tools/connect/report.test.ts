import { describe, expect, test } from 'vitest';
import type { ServiceComparison } from '../../../src/tools/connect/compare/compare-service.js';
import type { Difference } from '../../../src/tools/connect/compare/difference.js';
import {
  listDifferences,
  type Report,
  toJsonReport,
  verdictOf,
  writeTextReport,
} from '../../../src/tools/connect/report/write-report.js';

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
      refutes: 0,
    },
    {
      setting: 'nulls.notIn',
      value: 'skipped',
      explains: 3,
      refutes: 0,
    },
  ],
  differences: [
    {
      topic: 'include',
      details: ['a field'],
      compared: [],
      kind: 'rows',
      rule: 'include 2',
      request: 'GET /transactions/lines include={"amount":true}',
      expected: '24 rows',
      observed: '24 rows with other content',
      count: 2,
    },
    {
      topic: 'parameters',
      details: ['where twice'],
      compared: [],
      kind: 'cosmetic',
      request: "GET /balances where=id:'…' where=id:'…'",
      expected: 'rejected with 422',
      observed: '1 row',
      count: 1,
    },
  ],
  notObservable: ['order.ties'],
  notAsked: [],
  agreement: { same: 198, of: 200, others: { like: 1, include: 1 } },
  unanswered: 0,
  notDetermined: [],
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
    expect(writeTextReport(report, { style, isVerbose: false })).toBe(
      `https://api.example.com   5 resources   742 requests, 4.1 s

Settings that differ from the default
  envelope      'data'
  parameters    take: 'limit', skip: 'offset', orderBy: 'sort'
  orderFormat   '-name'
  pageSize      50, at most 100
  nulls         'sql'   explains 7 responses
  comparators   string: { not_contains: false }

Other rows than a mock with this module, without an error
  include (a field): 24 rows with other content instead of 24 rows. 2 queries differ. This violates the specification: include 2.
    GET /transactions/lines include={"amount":true}

A mock with this module gave the same response to 198 of 200 random queries; the other 2: like 1, include 1.`,
    );
  });

  test('shows a setting with many members on one line', () => {
    const parameters = {
      take: 'limit',
      skip: 'offset',
      orderBy: 'sort',
      after: null,
      before: null,
    };
    const found = { ...comparison, dialect: { parameters }, causes: [], differences: [] };
    const text = writeTextReport({ ...report, comparison: found }, { style, isVerbose: false });
    expect(text).toContain(`
  parameters   take: 'limit', skip: 'offset', orderBy: 'sort', after: null, before: null
`);
  });

  test('shows also what harms no client if it is verbose', () => {
    const text = writeTextReport(report, { style, isVerbose: true });
    expect(text).toContain(`No client is harmed
  parameters (where twice): 1 row instead of rejected with 422.
    GET /balances where=id:'…' where=id:'…'`);
    expect(text).toContain('Not observable with these rows: order.ties');
  });

  test('lists what no query was about for lack of requests', () => {
    const notAsked = ['include: a field', 'include: a filter (unit)', 'order: date with null'];
    const found = { ...report, comparison: { ...comparison, notAsked } };
    expect(writeTextReport(found, { style, isVerbose: false })).toContain(
      '\n\nNot asked for lack of requests: include 2, order 1.\n',
    );
    expect(writeTextReport(found, { style, isVerbose: true })).toContain(
      '\n\nNot asked for lack of requests: include (a field; a filter (unit)), order (date with null).\n',
    );
    expect(toJsonReport(found)).toHaveProperty('notAsked', notAsked);
    const failed = { ...report, comparison: { ...comparison, notAsked, unanswered: 1 } };
    expect(writeTextReport(failed, { style, isVerbose: false })).toContain(
      '\n\nNot answered: include 2, order 1.\n',
    );
  });

  test('shows a random query that had another response', () => {
    const random = {
      ...comparison.differences[0],
      topic: 'random-query',
      details: [],
    } as Difference;
    const found = { ...comparison, differences: [random] };
    expect(writeTextReport({ ...report, comparison: found }, { style, isVerbose: false })).toMatch(
      /the other 2: like 1, include 1\.\n {2}Such as 24 rows with other content instead of 24 rows:\n {4}GET \/transactions\/lines include=\{"amount":true\}$/,
    );
  });

  test('shows what was before, if a dialect was given', () => {
    const given = { ...comparison.dialect, nulls: 'value', pageSize: { default: 50 } } as const;
    const text = writeTextReport({ ...report, given }, { style, isVerbose: false });
    expect(text).toContain(`Settings that differ from the module
  pageSize.max   100 instead of Infinity
  nulls          'sql' instead of 'value'   explains 7 responses
`);
  });

  test('shows of a group only the settings that changed, with the default where there is one', () => {
    const given = { text: { collation: 'en', like: 'collation', wildcards: 'sql' } } as const;
    const dialect = { text: { collation: 'en', wildcards: 'sql' } } as const;
    const causes = [{ setting: 'text.like', value: 'exact', explains: 3, refutes: 0 }];
    const found = { ...comparison, dialect, causes, differences: [] };
    const text = writeTextReport(
      { ...report, given, comparison: found },
      { style, isVerbose: false },
    );
    expect(text).toContain(`Settings that differ from the module
  text.like   'exact' instead of 'collation'   explains 3 responses
`);
  });

  test('shows a comparator that the service lost on one line', () => {
    const given = { comparators: { string: { not_contains: false }, uuid: { contains: false } } };
    const lost = { gte: false };
    const dialect = {
      comparators: { string: { not_contains: false, ...lost }, decimal: lost, date: lost },
    };
    const causes = ['string', 'decimal', 'date'].map((kind) => ({
      ...{ setting: `comparators.${kind}`, value: lost, explains: 3, refutes: 0 },
    }));
    const found = { ...comparison, dialect, causes, differences: [] };
    const text = writeTextReport(
      { ...report, given, comparison: found },
      { style, isVerbose: false },
    );
    expect(text).toContain(`Settings that differ from the module
  comparators   no gte for string, decimal, date   explains 9 responses
  comparators   contains for uuid
`);
  });

  test('counts once what the comparators of a type explain together', () => {
    const lost = { gte: false, lte: false };
    const causes = [{ setting: 'comparators.string', value: lost, explains: 7, refutes: 0 }];
    const dialect = { comparators: { string: lost } };
    const found = { ...comparison, dialect, causes, differences: [] };
    const given = { nulls: 'value' } as const;
    const text = writeTextReport(
      { ...report, given, comparison: found },
      { style, isVerbose: false },
    );
    expect(text).toContain(`Settings that differ from the module
  comparators   no gte, no lte for string   explains 7 responses
`);
  });

  test('names a few of the things that a topic is about, and all of them if it is verbose', () => {
    const details = Array.from({ length: 27 }, (_, index) => `case ${index}`);
    const [first] = comparison.differences;
    const many = {
      ...report,
      comparison: { ...comparison, differences: [{ ...first, details } as Difference] },
    };
    expect(writeTextReport(many, { style, isVerbose: false })).toContain(
      '  include (case 0; case 1; case 2; case 3 and 23 more): 24 rows',
    );
    expect(writeTextReport(many, { style, isVerbose: true })).toContain(
      '; case 25; case 26): 24 rows',
    );
    expect(listDifferences(many.comparison.differences, [])).toEqual([
      'include: case 0; case 1; case 10; case 11 and 23 more',
    ]);
  });

  test('is different until every harmful difference is accepted, by its topic or its kind', () => {
    expect(verdictOf(report)).toBe('different');
    const given = comparison.dialect;
    expect(verdictOf({ ...report, given })).toBe('different');
    expect(verdictOf({ ...report, given, accepted: ['like'] })).toBe('different');
    expect(verdictOf({ ...report, given, accepted: ['include'] })).toBe('same');
    expect(verdictOf({ ...report, given, accepted: ['rows'] })).toBe('same');
    expect(verdictOf({ ...report, accepted: ['include', 'parameters', 'nulls'] })).toBe(
      'different',
    );
  });

  test('is different if another value of a setting explains four times as many responses as the one of the module', () => {
    const dialect = { text: { like: 'insensitive' } } as const;
    const verdict = (explains: number, refutes: number) => {
      const causes = [{ setting: 'text.like', value: 'insensitive', explains, refutes }];
      return verdictOf({
        ...report,
        known: [],
        comparison: { ...comparison, dialect, causes, differences: [] },
      });
    };
    expect(verdict(2, 0)).toBe('different');
    expect(verdict(24, 4)).toBe('different');
    expect(verdict(1, 0)).toBe('same');
    expect(verdict(3, 1)).toBe('same');
  });

  test('is the same if the module lists every harmful difference', () => {
    const given = comparison.dialect;
    const known = listDifferences(comparison.differences, [
      { topic: 'no-rows-units', text: 'units: no row.' },
    ]);
    expect(known).toEqual(['include: a field', 'no-rows-units: units: no row.']);
    const gaps = [{ topic: 'no-rows-units', text: 'units: the service returned no row.' }];
    expect(verdictOf({ ...report, given, known, gaps })).toBe('same');
    expect(verdictOf({ ...report, given, known: known.slice(0, 1), gaps })).toBe('unknown');
    expect(verdictOf({ ...report, given, known: ['like: a part'] })).toBe('different');
  });

  test('is different if a new difference concerns a kind whose own topic the module lists', () => {
    const like = {
      ...comparison.differences[0],
      topic: 'like',
      details: ['a backslash'],
      compared: ['text'],
    };
    const differences = [like as Difference];
    const given = {
      ...report,
      given: comparison.dialect,
      comparison: { ...comparison, differences },
    };
    expect(verdictOf({ ...given, known: ['text: equality, another case'] })).toBe('different');
    expect(verdictOf({ ...given, known: ['rows: x'] })).toBe('different');
    expect(verdictOf({ ...given, known: ['like: no text'] })).toBe('same');
    expect(verdictOf({ ...given, accepted: ['text'] })).toBe('same');
  });

  test('is the same if a topic is accepted with the name of a resource as the schema has it', () => {
    const difference = { ...comparison.differences[0], topic: 'fields-transactionlines.amount' };
    const differences = [difference as Difference];
    const given = {
      ...report,
      given: comparison.dialect,
      comparison: { ...comparison, differences },
    };
    expect(verdictOf({ ...given, accepted: ['fields-transactionLines.amount'] })).toBe('same');
    expect(verdictOf({ ...given, accepted: ['fields-transactionLines'] })).toBe('same');
    expect(verdictOf({ ...given, accepted: ['fields-transactions'] })).toBe('different');
  });

  test('is different if an enumeration has a value that the module does not list', () => {
    const of = (...details: string[]) => ({
      ...({
        topic: 'values-accounts.status',
        details,
        compared: [],
        kind: 'rejected',
        count: 1,
      } as const),
      ...{ request: 'rows of accounts', expected: 'those of the schema', observed: 'other values' },
    });
    const given = comparison.dialect;
    const known = listDifferences([of('no blocked', 'no closed')], []);
    const verdict = (...details: string[]) =>
      verdictOf({
        ...report,
        given,
        known,
        comparison: { ...comparison, differences: [of(...details)] },
      });
    expect(verdict('no closed')).toBe('same');
    expect(verdict('no closed', 'new shut')).toBe('different');
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
    const given = { nulls: 'value', dates: 'shown', maxUrlLength: 2_000 } as const;
    expect(verdictOf({ ...report, given, comparison: found })).toBe('same');
  });

  test('is unknown if too little was found out, and never the same', () => {
    const inconclusive = {
      ...comparison,
      dialect: {},
      differences: [],
      notDetermined: ['Only 12 queries were answered.'],
    };
    expect(verdictOf({ ...report, comparison: inconclusive })).toBe('unknown');
    expect(
      writeTextReport({ ...report, comparison: inconclusive }, { style, isVerbose: false }),
    ).toContain('Not determined\n  Only 12 queries were answered.');
  });

  test('is data with the verdict, the agreement, settings and differences', () => {
    expect(toJsonReport(report)).toMatchObject({
      service: 'https://api.example.com',
      verdict: 'different',
      requests: 742,
      agreement: { same: 198, of: 200, others: { like: 1, include: 1 } },
      settings: expect.arrayContaining([
        { setting: 'nulls', value: 'sql', before: null, explains: 7 },
      ]),
      differences: comparison.differences,
      notDetermined: [],
    });
  });
});
