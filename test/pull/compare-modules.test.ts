import { describe, expect, test } from 'vitest';
import { compareModules } from '../../src/pull/compare-modules.js';
import { writeDifferences } from '../../src/pull/write-report.js';

const written = `// Written by a test.
import { extendSchema, nullable, one, paymentsSchema, string } from 'payments-data-client';

// Not declared: the client returns these properties without a type.
// - accounts.tags: array of strings (12 of 12 rows)

/** The schema. */
export const schema = extendSchema(paymentsSchema, {
  balances: {
    fields: {
      /** 12 of 12 rows. */
      bank_id: nullable(string()),
      "it's": string('a', 'b'),
    },
    relations: {
      bank: one('banks', { foreignKey: 'bank_id', nullable: true }),
    },
  },
  banks: {
    path: '/banks',
    operations: ['list'],
    fields: {
      id: string(),
    },
  },
});
`;

const differ = (file: string) => writeDifferences(compareModules(file, written));

describe('a file has no difference', () => {
  test.each([
    ['the same text', written],
    ['other numbers of rows', written.replaceAll('12 of 12', '13 of 13')],
    ['other ends of lines', written.replaceAll('\n', '\r\n')],
    [
      'another format',
      written
        .replaceAll("'", '"')
        .replaceAll('"it"s"', `"it's"`)
        .replaceAll(/,(\s*[}\])])/g, '$1')
        .replaceAll('  ', '\t')
        .replaceAll(';', '')
        .replaceAll('path:', '"path":'),
    ],
    ['other imports', written.replace('import {', 'import {\n  computed,')],
  ])('with %s', (_, file) => {
    expect(differ(file)).toBe('');
  });
});

describe('a file has a difference', () => {
  test.each([
    [
      'a field that it lacks',
      written.replace('      bank_id: nullable(string()),\n', ''),
      '+ balances.bank_id: nullable(string())',
    ],
    [
      'a field that the rows no longer have',
      written.replace('id: string()', 'id: string(),\n old: string()'),
      '- banks.old: string()',
    ],
    [
      'another declaration',
      written.replace('nullable(string())', 'string()'),
      '~ balances.bank_id: string() -> nullable(string())',
    ],
    [
      'another value',
      written.replace("'a', 'b'", "'a'"),
      `~ balances."it's": string('a') -> string('a', 'b')`,
    ],
    [
      'another relation',
      written.replace(', nullable: true', ''),
      `~ balances.bank: one('banks', {foreignKey: 'bank_id'}) -> one('banks', {foreignKey: 'bank_id', nullable: true})`,
    ],
    ['another path', written.replace('/banks', '/bank'), `~ banks.path: '/bank' -> '/banks'`],
    [
      'a property that it does not list',
      written.replace('// - accounts.tags', '// accounts.tags'),
      '+ accounts.tags: listed in a comment',
    ],
    ['more code', `${written}\nexport default schema;`, '~ code outside the extension'],
    [
      'a changed name of the export',
      written.replace('const schema', 'const other'),
      '~ code outside the extension',
    ],
  ])('with %s', (_, file, expected) => {
    expect(differ(file)).toBe(expected);
  });

  test('if it has no schema, or is cut off', () => {
    expect(differ('').split('\n')).toHaveLength(7);
    expect(differ(written.slice(0, -60))).not.toBe('');
    expect(differ('\'"`/*')).not.toBe('');
  });
});
