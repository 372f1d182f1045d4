import { createClient, type Dialect, isConfigurationError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { requestDialect } from '../../src/dialect/request-dialect.js';
import { isSetting, resolveDialect } from '../../src/dialect/resolve-dialect.js';
import { presets, settings } from '../../src/dialect/settings.js';
import { declaredSettings } from './declared-settings.js';

const groups = Object.keys(settings) as (keyof typeof settings)[];

/** The message with which a dialect is rejected. */
function refused(dialect: unknown): string {
  try {
    resolveDialect('createMock', dialect as Dialect);
  } catch (error) {
    if (isConfigurationError(error)) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a dialect', () => {
  test('has the default of every setting that it leaves out', () => {
    const resolved: Readonly<Record<string, unknown>> = { ...resolveDialect('createMock') };
    for (const name of groups) {
      const group = settings[name];
      const defaults = isSetting(group)
        ? group.default
        : Object.fromEntries(
            Object.entries(group).map(([member, setting]) => [member, setting.default]),
          );
      expect(resolved[name]).toEqual(defaults);
    }
    expect(resolveDialect('createMock', {})).toEqual(resolved);
    expect(Object.keys(resolved)).toEqual(groups);
  });

  test('may have undefined members', () => {
    const nothing = Object.fromEntries(groups.map((name) => [name, undefined]));
    expect(resolveDialect('createMock', nothing)).toEqual(resolveDialect('createMock'));
    expect(
      resolveDialect('createMock', { nulls: { neq: undefined }, pageSize: { max: undefined } }),
    ).toEqual(resolveDialect('createMock'));
  });

  test('changes nothing but the settings that it names', () => {
    const { text, ...others } = resolveDialect('createMock', { text: { like: 'insensitive' } });
    const { text: defaultText, ...defaults } = resolveDialect('createMock');
    expect(others).toEqual(defaults);
    expect(text).toEqual({ ...defaultText, like: 'insensitive' });
  });

  test('accepts each alternative of each setting', () => {
    for (const { group, name, setting, values } of declaredSettings)
      for (const value of values) {
        if (value === undefined || value === Number.POSITIVE_INFINITY) continue; // no way to write the default
        expect(setting.accepts(value)).toBe(true);
        expect(refused({ [group]: name === undefined ? value : { [name]: value } })).toBe(
          'accepted',
        );
      }
  });

  test.each(
    Object.entries(presets).flatMap(([group, names]) =>
      Object.entries(names).map((of) => [group, ...of]),
    ),
  )('may have a preset for `%s`: %j', (group, preset, members) => {
    const given = { [String(group)]: preset } as Dialect;
    expect(resolveDialect('createMock', given)).toEqual(
      resolveDialect('createMock', { [String(group)]: members } as Dialect),
    );
  });

  test('has a language or any status, name and size', () => {
    const dialect: Dialect = {
      envelope: 'rows',
      parameters: { take: 'limit', after: null },
      pageSize: { default: 20, max: 50 },
      maxUrlLength: 2_000,
      rejections: { query: 418, credentials: 499, id: 410 },
      text: { collation: 'sv-SE' },
      comparators: { string: { not_contains: false }, 'balances.name': { like: false } },
    };
    expect(resolveDialect('createMock', dialect)).toMatchObject(dialect);
  });
});

describe('an invalid dialect is rejected', () => {
  const names = groups.join(', ');
  const parts =
    'neq, notIn, notContains, insideIn, insideNotIn, every, jsonNeq, jsonNotContains, jsonNotExists';

  test.each([
    [null, 'createMock: expected `dialect` to be an object of settings, got null.'],
    ['sql', 'createMock: expected `dialect` to be an object of settings, got "sql".'],
    [[], 'createMock: expected `dialect` to be an object of settings, got an array.'],
    [
      new Map(),
      'createMock: expected `dialect` to be an object of settings, got an instance of Map.',
    ],
    [
      { null: 'sql' },
      `createMock: \`dialect.null\` is not a setting. Did you mean \`nulls\`? The settings are ${names}.`,
    ],
    [{ case: 'any' }, `createMock: \`dialect.case\` is not a setting. The settings are ${names}.`],
    [
      { constructor: {} },
      `createMock: \`dialect.constructor\` is not a setting. The settings are ${names}.`,
    ],
    [
      JSON.parse('{"__proto__":{}}'),
      `createMock: \`dialect.__proto__\` is not a setting. The settings are ${names}.`,
    ],
    [
      { nulls: { noq: 'skipped' } },
      `createMock: \`dialect.nulls.noq\` is not a setting. Did you mean \`neq\`? The settings are ${parts}.`,
    ],
    [
      { nulls: 'sgl' },
      "createMock: expected `dialect.nulls` to be 'value' or 'sql' or an object of settings, got \"sgl\". Did you mean `sql`?",
    ],
    [
      { nulls: 'constructor' },
      "createMock: expected `dialect.nulls` to be 'value' or 'sql' or an object of settings, got \"constructor\".",
    ],
    [
      { nulls: null },
      "createMock: expected `dialect.nulls` to be 'value' or 'sql' or an object of settings, got null.",
    ],
    [
      { nulls: { neq: 'skiped' } },
      "createMock: expected `dialect.nulls.neq` to be one of 'matched', 'skipped', got \"skiped\". Did you mean `skipped`?",
    ],
    [
      { nulls: { neq: true } },
      "createMock: expected `dialect.nulls.neq` to be one of 'matched', 'skipped', got true.",
    ],
    [{ text: 'en' }, 'createMock: expected `dialect.text` to be an object of settings, got "en".'],
    [
      { text: { collation: 'english language' } },
      "createMock: expected `dialect.text.collation` to be 'codePoint', a BCP 47 language tag such as 'en', or an object such as { locale: 'en', ignores: ['case'] }, got \"english language\".",
    ],
    [
      { text: { collation: { locale: 'en', ignores: ['marks'] } } },
      "createMock: expected `dialect.text.collation` to be an object whose `ignores` has only 'case', 'asciiCase', 'accents', 'trailingSpaces', got an object.",
    ],
    [
      { text: { collation: { locale: 'en', ignores: ['asciiCase'] } } },
      "createMock: expected `dialect.text.collation` to be without 'asciiCase', because a language orders all letters alike. Use 'case', got an object.",
    ],
    [
      { text: { collation: { ignores: ['accents', 'asciiCase'] } } },
      "createMock: expected `dialect.text.collation` to be without 'asciiCase' beside 'case' or 'accents', which include more letters, got an object.",
    ],
    [
      { uuids: 'UUID' },
      "createMock: expected `dialect.uuids` to be one of 'text', 'insensitive', 'uuid', got \"UUID\". Did you mean `uuid`?",
    ],
    [
      { orderFormat: 'name asc' },
      "createMock: expected `dialect.orderFormat` to be one of 'name:asc', '-name', got \"name asc\". Did you mean `name:asc`?",
    ],
    [
      { envelope: '' },
      'createMock: expected `dialect.envelope` to be a name, null or { rows, pagination }, got "".',
    ],
    [
      { parameters: { take: 'a&b' } },
      'createMock: expected `dialect.parameters.take` to be the name of a query parameter, or null if the service has none, got "a&b".',
    ],
    [
      { parameters: { limit: 'take' } },
      'createMock: `dialect.parameters.limit` is not a setting. Did you mean `take`? The settings are where, include, orderBy, take, skip, page, after, before.',
    ],
    [
      { pageSize: { max: 0 } },
      'createMock: expected `dialect.pageSize.max` to be a positive integer, got 0.',
    ],
    [
      { pageSize: { max: '10' } },
      'createMock: expected `dialect.pageSize.max` to be a positive integer, got "10".',
    ],
    [
      { pageSize: 50 },
      'createMock: expected `dialect.pageSize` to be an object of settings, got 50.',
    ],
    [
      { maxUrlLength: 1.5 },
      'createMock: expected `dialect.maxUrlLength` to be a positive integer, got 1.5.',
    ],
    [
      { rejections: { query: 200 } },
      'createMock: expected `dialect.rejections.query` to be an error status such as 422, got 200.',
    ],
    [
      { comparators: { string: ['like'] } },
      'createMock: expected `dialect.comparators` to be an object such as { string: { not_contains: false } }, got an object.',
    ],
    [
      { comparators: { string: { lke: true } } },
      'createMock: expected `dialect.comparators` to be an object such as { string: { not_contains: false } }, got an object.',
    ],
    [
      { comparators: { text: { like: false } } },
      'createMock: expected `dialect.comparators` to be an object such as { string: { not_contains: false } }, got an object.',
    ],
  ])('%j', (dialect, message) => {
    expect(refused(dialect)).toBe(message);
  });

  test('by every function that takes one, in the name of the function', () => {
    const dialect = { pageSize: { max: 0 } } as const;
    const problem = 'expected `dialect.pageSize.max` to be a positive integer, got 0.';
    expect(() => createMock({ dialect })).toThrow(`createMock: ${problem}`);
    expect(() =>
      createClient({ baseUrl: 'https://api.example.com', apiKey: 'k', dialect }),
    ).toThrow(`createClient: ${problem}`);
  });
});

describe('the settings of a request', () => {
  test('are the defaults of the declaration', () => {
    const { datesAreExact, ...settings } = requestDialect();
    expect(resolveDialect('createMock')).toMatchObject(settings);
    expect(datesAreExact).toBe(false);
  });

  test('are resolved as by the mock', () => {
    const dialect: Dialect = {
      envelope: null,
      parameters: { take: 'limit', after: null, skip: undefined },
      orderFormat: '-name',
      pageSize: { default: 20 },
      maxUrlLength: 2_000,
    };
    const { datesAreExact, ...settings } = requestDialect({ ...dialect, dates: 'text' });
    expect(resolveDialect('createMock', dialect)).toMatchObject(settings);
    expect(datesAreExact).toBe(true);
  });
});
