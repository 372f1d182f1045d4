import { extendSchema, one, paymentsSchema, type Resources } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { idOf } from '../../src/connect/compare/difference.js';
import { draftsOf } from '../../src/connect/queries/catalogue.js';
import { comparedRows } from '../../src/connect/queries/compared-rows.js';
import { nameChecker } from '../../src/connect/report/reported-names.js';
import { requestDialect } from '../../src/dialect/request-dialect.js';
import { randomRows } from '../fixtures/random-rows.js';
import { createChance } from '../types/lib/random.js';
import { payments, sampleRows } from './compare-server.js';

const check = nameChecker(payments);

describe('the names that verify accepts', () => {
  test.each([
    'nulls',
    'nulls.neq',
    'pageSize',
    'comparators.string',
    'comparators.balances.name',
    'exists',
    'and',
    'like-a-part',
    'like-a-part-string',
    'unknown-comparator-gt-on-enumeration',
    'include-a-field',
    'include.lines-true',
    'include',
    'lines-some',
    'fields-accounts.gone',
    'fields-accounts',
    'parameters-where-twice',
    'random-query',
    'no-rows-transactionlines',
    'not-compared-transactions.lines',
    'not-compared-accounts',
  ])('include %s', (name) => {
    expect(check(name)).toBeUndefined();
  });

  test.each([
    ['nulsl', 'Did you mean `nulls`?'],
    ['nulls.neqq', 'Did you mean `nulls.neq`?'],
    ['like-a-prat', 'Did you mean `like-a-part`?'],
    ['field-accounts', 'Did you mean `fields-accounts`?'],
    ['order-strnig', 'Did you mean `order-string`?'],
    ['include-a-feild', 'Did you mean `include-a-field`?'],
    ['parameters-where-twcie', 'Did you mean `parameters-where-twice`?'],
  ])('do not include %s', (name, hint) => {
    expect(check(name)).toBe(`\`${name}\` is neither a setting nor a difference. ${hint}`);
  });

  const filterable = extendSchema(paymentsSchema, {
    balances: { relations: { unit: one('units', { foreignKey: 'unit_id', filterable: true }) } },
  }) as Resources;

  test.each([
    ['the sample data', payments, sampleRows()],
    ['random rows', payments, randomRows(payments, createChance(3))],
    ['rows of another schema', filterable, randomRows(filterable, createChance(4))],
  ])('include every difference that %s may show', (_, schema, rows) => {
    const complete = Object.entries(schema).flatMap(([name, { relations }]) => [
      name,
      ...Object.keys(relations).map((relation) => `${name}.${relation}`),
    ]);
    const compared = comparedRows({ schema, rows, roots: {}, complete }, 50);
    const ids = new Set(draftsOf(compared, requestDialect({})).map(({ about }) => idOf(about)));
    expect(ids.size).toBeGreaterThan(200);
    const checkOf = nameChecker(schema);
    expect([...ids].filter((id) => checkOf(id) !== undefined)).toEqual([]);
  });
});
