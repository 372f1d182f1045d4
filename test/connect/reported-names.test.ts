import { describe, expect, test } from 'vitest';
import { checkReportedName } from '../../src/connect/reported-names.js';
import { payments } from './compare-server.js';

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
    'unknown-comparator-gt-on-boolean',
    'include-a-field',
    'include.lines-true',
    'lines-some',
    'fields-accounts.gone',
    'parameters-where-twice',
    'random-query',
  ])('include %s', (name) => {
    expect(checkReportedName(name, payments)).toBeUndefined();
  });

  test.each([
    ['nulsl', '`nulsl` is not a setting. Did you mean `nulls`?'],
    ['nulls.neqq', '`nulls.neqq` is not a setting. Did you mean `nulls.neq`?'],
    ['like-a-prat', '`like-a-prat` is not a setting or a difference. Did you mean `like-a-part`?'],
    ['field-accounts', '`field-accounts` is not a setting or a difference. Did you mean `fields-accounts`?'],
  ])('do not include %s', (name, message) => {
    expect(checkReportedName(name, payments)).toBe(message);
  });
});
