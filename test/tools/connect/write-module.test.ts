import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  computed,
  enumeration,
  extendSchema,
  json,
  nullable,
  one,
  paymentsSchema,
  type Resources,
  string,
  uuid,
} from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { writeModule } from '../../../src/tools/connect/report/write-module.js';
import {
  foreignKeysTo,
  isNamedAfter,
  pathsOf,
  resourceNameOf,
} from '../../../src/tools/connect/sample/conventional-names.js';
import { nasty } from '../../fixtures/nasty-texts.js';
import { root } from '../../types/lib/declarations.js';
import { runModule } from './run-module.js';

test('a written module says in a comment what random queries had another response', () => {
  const { schema, ...others } = {
    schema: { ...paymentsSchema },
    comments: new Map(),
    undeclared: [],
    removed: [],
  };
  const write = (same: number) =>
    writeModule({
      ...{
        ...others,
        schema,
        base: schema,
        dialect: {},
        unread: [],
        command: 'connect',
        specifier: './payments.js',
      },
      ...{ baseUrl: 'https://api.example.com', knownDifferences: [] },
      agreement: { same, of: 123, others: { json: 1, 'related-order': 3 } },
    });
  expect(write(119)).toContain(
    '\n// Of 123 random queries, 4 had another response: related-order 3, json 1.\nexport const knownDifferences',
  );
  expect(write(123)).not.toContain('random');
});

describe('a written module', () => {
  const long = Array.from({ length: 12 }, (_, index) => `a_rather_long_value_${index}`);
  const fields = Object.fromEntries(
    nasty
      .filter((name) => !/^$|^\d|__proto__|\s$|\p{Surrogate}/u.test(name))
      .map((name) => [name, string()]),
  );
  const schema = extendSchema(paymentsSchema, {
    accounts: {
      fields: {
        ...fields,
        long: enumeration(...long),
        longer: nullable(enumeration(...long)),
        middle: nullable(enumeration(...long.slice(0, 3))),
        score: computed(json(), () => ({})),
        status: null,
      },
      relations: {
        balances: null,
        a_relation: one('a_rather_long_name_of_a_resource', {
          foreignKey: 'the_name_of_a_foreign_key_that_is_very_long_too',
          nullable: true,
          filterable: true,
        }),
      },
    },
    a_rather_long_name_of_a_resource: {
      path: '/x',
      operations: ['get', 'list'],
      fields: { id: uuid() },
    },
  } as object) as Resources;
  const text = writeModule({
    base: { ...paymentsSchema },
    schema,
    comments: new Map([['accounts.long', 'Evidence.']]),
    undeclared: [{ path: ['accounts', '*/'], text: 'array of strings (1 of 1 row)' }],
    removed: [{ path: ['accounts', 'status'], text: '0 of 1 row' }],
    unread: [],
    dialect: {
      envelope: 'data',
      parameters: { take: 'limit', after: null },
      pageSize: { default: 50, max: 100 },
      comparators: {
        string: { not_contains: false },
        'accounts.identifier_prefix': { like: false },
      },
      rejections: { query: 422, body: 'error.message' },
    },
    command: 'connect --base-url https://api.example.com',
    specifier: './payments.js',
    baseUrl: 'https://api.example.com',
    knownDifferences: ['like: a backslash (string), no text (string)', "order: it's text"],
  });

  test('is formatted as a formatter would', () => {
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    // Biome removes the quotes of this name, Prettier does not.
    const input = text.replace("'naïve'", 'naïve');
    const args = [biome, 'format', '--stdin-file-path', 'written.ts'];
    const { stdout } = spawnSync(process.execPath, args, { input, encoding: 'utf8', cwd: root });
    expect(input).toBe(stdout);
  });

  test('has no line of more than 110 columns', () => {
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(110);
  });

  test('exports the schema', () => {
    expect(JSON.parse(JSON.stringify(runModule(text)))).toEqual(JSON.parse(JSON.stringify(schema)));
  });
});

describe('names of resources', () => {
  test.each([
    ['bank', 'banks'],
    ['bank_entity', 'bankEntities'],
    ['box', 'boxes'],
    ['day', 'days'],
    ['address', 'addresses'],
  ])('%s is a row of %s', (relation, resource) => {
    expect(resourceNameOf(relation, false)).toBe(resource);
    expect(isNamedAfter(relation, resource)).toBe(true);
    expect(foreignKeysTo(resource)).toContain(`${relation}_id`);
  });

  test('of several rows is the one of the relation', () => {
    expect(resourceNameOf('bank_entities', true)).toBe('bankEntities');
  });

  test('lead to paths', () => {
    expect(['banks', 'bankEntities'].map(pathsOf)).toEqual([
      ['/banks'],
      ['/bank-entities', '/bank_entities'],
    ]);
  });
});
