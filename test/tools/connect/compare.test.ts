import { describe, expect, test } from 'vitest';
import { compareDialect, payments } from './compare-server.js';

describe('the comparison of a service with the mock', { timeout: 120_000 }, () => {
  test('finds nothing in a service that is like the mock', async () => {
    const comparison = await compareDialect({});
    expect(comparison.causes).toEqual([]);
    expect(comparison.differences).toEqual([]);
    expect(comparison.dialect).toEqual({});
    expect(comparison.agreement.same).toBe(comparison.agreement.of);
    expect(comparison.agreement.of).toBeGreaterThan(100);
    expect(comparison.notDetermined).toEqual([]);
    expect(comparison.notAsked).toEqual([]);
    expect(comparison.requests).toBeLessThanOrEqual(800);
  });

  test('says that it found out nothing about a service without rows', async () => {
    const rows = Object.fromEntries(Object.keys(payments).map((name) => [name, []]));
    const comparison = await compareDialect({}, { rows });
    expect(comparison.notDetermined).not.toEqual([]);
    expect(comparison.notDetermined).toContain('The service returned fewer than 3 rows.');
  });

  test('says that it found out too little if it may send few requests', async () => {
    const comparison = await compareDialect({}, { maxRequests: 40 });
    expect(comparison.requests).toBeLessThanOrEqual(40);
    expect(comparison.notDetermined).not.toEqual([]);
    expect(comparison.notAsked).toEqual(
      expect.arrayContaining(['logic: OR', 'text: gte (string)', 'relations: some (balances)']),
    );
  });
});
