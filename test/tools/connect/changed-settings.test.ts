import type { Dialect } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../../src/dialect/resolve-dialect.js';
import { presets } from '../../../src/dialect/settings.js';
import {
  alternativesTo,
  visibleChanges,
  writtenDialect,
} from '../../../src/tools/connect/compare/alternatives.js';

const changesOf = (given: Dialect, dialect: Dialect, notObservable: readonly string[] = []) =>
  visibleChanges(given, { dialect, notObservable });

describe('the settings that differ between a module and a service', () => {
  test.each<[Dialect, Dialect]>([
    [{ nulls: 'value' }, {}],
    [{ dates: 'shown' }, {}],
    [{ parameters: { take: 'take' } }, {}],
    [{ order: { nulls: 'largest' } }, {}],
    [{ nulls: { neq: 'matched' } }, {}],
    [{ nulls: presets.nulls.sql }, { nulls: 'sql' }],
    [
      { comparators: { string: { like: false, gt: false } } },
      { comparators: { string: { gt: false, like: false } } },
    ],
  ])('are none if %j means the same as %j', (given, measured) => {
    expect(changesOf(given, measured)).toEqual([]);
    expect(changesOf(measured, given)).toEqual([]);
  });

  test('name each member with both values', () => {
    expect(changesOf({ nulls: { neq: 'skipped' }, envelope: 'data' }, { envelope: null })).toEqual([
      { setting: 'envelope', from: 'data', to: null },
      { setting: 'nulls.neq', from: 'skipped', to: 'matched' },
    ]);
  });

  test('leave out what the rows do not show', () => {
    const hidden = Object.keys(presets.nulls.sql).map((name) => `nulls.${name}`);
    expect(changesOf({}, { nulls: 'sql', envelope: 'data' }, hidden)).toEqual([
      { setting: 'envelope', from: undefined, to: 'data' },
    ]);
  });

  test('have a shorter `maxUrlLength` only if the service has the limit', () => {
    expect(changesOf({ maxUrlLength: 2_000 }, {})).toEqual([]);
    expect(changesOf({ maxUrlLength: 2_000 }, { maxUrlLength: 4_000 })).toEqual([]);
    expect(changesOf({ maxUrlLength: 4_050 }, { maxUrlLength: 4_000 })).toEqual([]); // measured in steps of 100
    expect(changesOf({ maxUrlLength: 16_000 }, {})).toEqual([]); // longer URLs are not tried
    expect(changesOf({}, { maxUrlLength: 4_000 })).toEqual([
      { setting: 'maxUrlLength', from: 8_000, to: 4_000 },
    ]);
  });
});

describe('the dialect that connect writes', () => {
  const { notContains: _, ...found } = presets.nulls.sql;
  const written = (dialect: Dialect, given: Dialect = {}, hidden: readonly string[] = []) =>
    writtenDialect(resolveDialect('test', dialect), given, hidden);

  test('has a preset if only members that the service cannot show are missing', () => {
    expect(written({ nulls: found }, {}, ['nulls.notContains'])).toEqual({ nulls: 'sql' });
    expect(written({ nulls: found })).toEqual({ nulls: found });
  });

  test('has no preset if most of its members are not known', () => {
    const hidden = Object.keys(presets.nulls.sql).map((name) => `nulls.${name}`);
    expect(written({ nulls: { neq: 'skipped' } }, {}, hidden)).toEqual({
      nulls: { neq: 'skipped' },
    });
  });

  test('keeps what has not changed as it was written', () => {
    const given = { nulls: found, dates: 'milliseconds', order: { nulls: 'largest' } } as const;
    expect(written(given, given, ['nulls.notContains'])).toEqual(given);
  });
});

/** In the order in which they are tried, which decides between those that explain the same. */
const alternatives: readonly (readonly [setting: string, ...values: unknown[]])[] = [
  ['rejections.query', 499, 422],
  ['rejections.credentials', 499, 422],
  ['rejections.id', 499, 422],
  ['dates', 'milliseconds', 'microseconds', 'text'],
  ['nulls.neq', 'skipped'],
  ['nulls.notIn', 'skipped'],
  ['nulls.notContains', 'skipped'],
  ['nulls.insideIn', 'ignored', 'rejected'],
  ['nulls.insideNotIn', 'ignored', 'nothing', 'rejected'],
  ['nulls.every', 'unknown'],
  ['nulls.jsonNeq', 'skipped'],
  ['nulls.jsonNotContains', 'skipped'],
  ['nulls.jsonNotExists', 'skipped'],
  [
    'text.collation',
    'en',
    { ignores: ['asciiCase'] },
    { ignores: ['case'] },
    { ignores: ['trailingSpaces'] },
    { ignores: ['case', 'accents', 'trailingSpaces'] },
    { locale: 'en', ignores: ['case', 'accents'] },
    { locale: 'en', ignores: ['case', 'trailingSpaces'] },
  ],
  ['text.equality', 'collation'],
  ['text.like', 'insensitive', 'asciiInsensitive', 'collation'],
  ['text.wildcards', 'sql', 'sqlWithoutEscape'],
  ['enumerations.values', 'closed'],
  ['enumerations.order', 'declared'],
  ['uuids', 'insensitive', 'uuid'],
  ['unknown.parameters', 'ignored'],
  ['unknown.where', 'ignored'],
  ['unknown.include', 'ignored'],
  ['unknown.orderBy', 'ignored'],
  ['unknown.comparators', 'ignored'],
  ['empty.in', 'everything', 'rejected'],
  ['empty.notIn', 'nothing', 'rejected'],
  ['empty.or', 'everything', 'rejected'],
  ['empty.quantifier', 'everything', 'rejected'],
  ['empty.take', 'rejected'],
  ['json.contains', 'shallow'],
  ['json.arrays', 'positions', 'whole'],
  ['json.emptyObject', 'equal', 'anything'],
  ['json.notContains', 'opposite'],
  ['json.exists', 'value'],
  ['json.paths', 'literal', 'jsonpath'],
  ['computed.where', 'rejected'],
  ['computed.orderBy', 'rejected'],
  ['order.nulls', 'smallest', 'last', 'first'],
];

describe('the alternatives that connect tries', () => {
  const collations = alternatives.flatMap(([setting, ...values]) =>
    setting === 'text.collation' ? values.slice(1) : [],
  );
  const all = [
    ...alternatives.flatMap(([setting, ...values]) => values.map((value) => ({ setting, value }))),
    ...collations.map((collation) => ({
      setting: 'text',
      value: { collation, equality: 'collation' },
    })),
  ];
  const tried = (dialect: Dialect, statuses: readonly number[]) =>
    alternativesTo(resolveDialect('test', dialect), statuses).map(({ setting, value }) => ({
      setting,
      value,
    }));

  test('are the other values of each setting, the seen statuses and the collations of databases', () => {
    expect(tried({}, [499, 422])).toEqual(all);
  });
});
