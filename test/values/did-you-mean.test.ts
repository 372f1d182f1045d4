import { expect, test } from 'vitest';
import { didYouMean, nearestName } from '../../src/values/did-you-mean.js';

const names = ['id', 'name', 'description', 'account_id', 'unit_id', 'created_at', 'balance', 'like', 'lte'];

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
])('for %s one hears %s', (wrong, name) => {
  expect(nearestName(wrong, names)).toBe(name);
});

test.each(['', 'x', 'zebra', 'constructor', '__proto__', 'n'.repeat(65)])(
  'for %j one hears nothing',
  (wrong) => {
    expect(nearestName(wrong, names)).toBeUndefined();
    expect(didYouMean(wrong, names)).toBe('');
  },
);

test('two neighbours exchanged are nearer than two other letters', () => {
  expect(nearestName('qe', ['in', 'eq'])).toBe('eq');
  expect(nearestName('xe', ['eq'])).toBeUndefined();
  expect(nearestName('qx', ['eq'])).toBeUndefined();
});

test('a wrong name of more than 64 letters is near nothing', () => {
  const name = 'n'.repeat(64);
  expect(nearestName(`${name.slice(1)}m`, [name])).toBe(name);
  expect(nearestName(`${name}m`, [name])).toBeUndefined();
});

test('the cure is a sentence that follows another', () => {
  expect(didYouMean('nmae', names)).toBe(' Did you mean `name`?');
});

test('without names nothing is near', () => {
  expect(nearestName('name', [])).toBeUndefined();
});

test('a very long wrong name costs no time', () => {
  expect(nearestName('a'.repeat(1_000_000), names)).toBeUndefined();
});
