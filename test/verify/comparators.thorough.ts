import { describe, expect, test } from 'vitest';
import { comparableValue } from '../../src/query/filter-node.js';
import { matchRow } from '../../src/query/match-row.js';
import type { FieldKind, JsonValue } from '../../src/schema/field.js';
import { verifyService } from '../../src/verify/verify-service.js';
import { idsWith } from './find-differences.js';
import { changeFilters } from './servers/change-filters.js';
import { startServer } from './servers/changed-server.js';

const groups: Readonly<Record<string, readonly FieldKind[]>> = {
  text: ['string'],
  decimal: ['decimal'],
  number: ['number', 'integer'],
  date: ['date'],
  enumeration: ['enumeration'],
};

/** What else a comparator could be taken for: `gt` for `gte`, and a list for its first item. */
const mistakes = {
  eq: 'neq',
  neq: 'eq',
  in: 'eq',
  not_in: 'neq',
  gt: 'gte',
  gte: 'gt',
  lt: 'lte',
  lte: 'lt',
} as const;

const cases = Object.entries(groups).flatMap(([group, kinds]) =>
  Object.entries(mistakes)
    .filter(([comparator]) => group !== 'enumeration' || /eq|in/.test(comparator))
    .map(([comparator, mistake]) => ({ comparator, mistake, group, kinds })),
);

describe('verify notices a service that', { timeout: 60_000 }, () => {
  test.each(cases)(
    'takes $comparator of $group for $mistake',
    async ({ comparator, mistake, group, kinds }) => {
      const change = changeFilters({
        comparison: ({ field, name, op, operand }) => {
          if (op !== comparator || !kinds.includes(field.kind)) return undefined;
          const [first = null]: JsonValue[] = Array.isArray(operand) ? operand : [operand];
          const comparison = { op: mistake, field: name, operand: comparableValue(field, first) };
          return (value) => matchRow(comparison, { [name]: value }, { [name]: field }) === true;
        },
      });
      const { baseUrl, apiKey, fetch } = startServer({ change });
      const id = `where.${comparator.replace('_', '-')}-${group}`;
      const report = await verifyService({ baseUrl, apiKey, fetch, only: [id] });
      expect(idsWith(report, 'differs')).toEqual([id]);
    },
  );
});
