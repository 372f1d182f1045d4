import { expect, test } from 'vitest';
import { didYouMean, nearestName } from '../../src/values/did-you-mean.js';

const names = [
  'id',
  'name',
  'description',
  'account_id',
  'unit_id',
  'created_at',
  'balance',
  'like',
  'lte',
];

test.each([
  ['nmae', 'name'],
  ['nam', 'name'],
  ['nameS', 'name'],
  ['NAME', 'name'],
  ['accountId', 'account_id'],
  ['account', 'account_id'],
  ['createdAt', 'created_at'],
  ['balence', 'balance'],
  ['lke', 'like'],
  ['lt', 'lte'],
  ['descripton', 'description'],
])('%s suggests %s', (wrong, name) => {
  expect(nearestName(wrong, names)).toBe(name);
});

test.each(['', 'x', 'zebra', 'constructor', '__proto__', 'n'.repeat(65)])(
  '%j suggests nothing',
  (wrong) => {
    expect(nearestName(wrong, names)).toBeUndefined();
    expect(didYouMean(wrong, names)).toBe('');
  },
);

test('a short name with other letters suggests nothing', () => {
  expect(nearestName('rows', ['now', 'data'])).toBeUndefined();
  expect(nearestName('lxe', ['lte'])).toBe('lte');
});

test('two swapped letters are nearer than two changed letters', () => {
  expect(nearestName('agte', ['note', 'gate'])).toBe('gate');
  expect(nearestName('xe', ['eq'])).toBeUndefined();
  expect(nearestName('qx', ['eq'])).toBeUndefined();
});

test('a misspelled name of more than 64 letters suggests nothing', () => {
  const name = 'n'.repeat(64);
  expect(nearestName(`${name.slice(1)}m`, [name])).toBe(name);
  expect(nearestName(`${name}m`, [name])).toBeUndefined();
});

test('the suggestion is a sentence that can be appended', () => {
  expect(didYouMean('nmae', names)).toBe(' Did you mean `name`?');
});

test('an empty list of names suggests nothing', () => {
  expect(nearestName('name', [])).toBeUndefined();
});

test('a very long misspelled name is not compared', () => {
  expect(nearestName('a'.repeat(1_000_000), names)).toBeUndefined();
});
