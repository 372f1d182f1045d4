import type { JsonObject, JsonValue } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { compareWithBaseline } from '../../../src/tools/connect/connect.js';
import { createService } from '../../../src/tools/connect/service/live-service.js';
import { isPlainObject } from '../../../src/values/plain-object.js';
import { inTurn } from '../../fixtures/in-turns.js';
import {
  compareDialect,
  compareServer,
  found,
  payments,
  subjectOf,
  unexplained,
} from './compare-server.js';
import { changeFilters, usualTest } from './servers/change-filters.js';
import { changeIncludedRows } from './servers/change-included-rows.js';
import { changeSelection } from './servers/change-selection.js';
import { changeSentJson, dropMembers } from './servers/change-sent-json.js';
import { type Change, Rejection, startServer } from './servers/changed-server.js';
import { changeParameters } from './servers/service-query.js';

interface Violation {
  readonly name: string;
  readonly change: Change;
  /** A topic of the differences that no setting explains. */
  readonly about: string;
}

const comparison = (
  kind: string,
  op: string,
  test: (value: JsonValue, operand: JsonValue) => boolean,
): Change =>
  changeFilters({
    comparison: (asked) =>
      asked.field.kind === kind && asked.op === op
        ? (value) => test(value, asked.operand)
        : undefined,
  });

const violations: readonly Violation[] = [
  {
    name: 'ignores the include of /transactions/lines',
    change: changeParameters((parameters, { resource }) => {
      if (resource === 'transactionLines') parameters.delete('include');
    }),
    about: 'include: a field',
  },
  {
    name: 'never matches with gt on UUIDs',
    change: comparison('uuid', 'gt', () => false),
    about: 'pages: after an id',
  },
  {
    name: 'ignores neq on UUIDs',
    change: comparison('uuid', 'neq', () => true),
    about: 'uuid: neq (uuid)',
  },
  {
    name: 'compares the whole text in like on UUIDs',
    change: comparison('uuid', 'like', (value, operand) => value === operand),
    about: 'like: a part (uuid)',
  },
  {
    name: 'rejects an include without braces',
    change: async ({ request, next }) => {
      const include = new URL(request.url).searchParams.get('include');
      if (include && !include.startsWith('{')) throw new Rejection('No braces.');
      return next(request);
    },
    about: 'include: no braces',
  },
  {
    name: 'accepts mixed flags inside a relation',
    change: changeSentJson({
      include: (level, resource) =>
        resource === 'units' || resource === 'accounts' || resource === 'transactionLines'
          ? Object.values(level).includes(true)
            ? dropMembers(level, (_, value) => value === false)
            : level
          : level,
    }),
    about: 'include: related true and false mixed (unit)',
  },
  {
    name: 'returns only the id with an empty include',
    change: changeParameters((parameters) => {
      if (parameters.get('include') === '{}') parameters.set('include', 'id:true');
    }),
    about: 'include: an empty text',
  },
  {
    name: 'rejects AND and OR in filters of related rows',
    change: async ({ request, next }) => {
      const where = new URL(request.url).searchParams.get('where') ?? '';
      if (/(some|none|every):\{.*(AND|OR):/.test(where)) throw new Rejection('No groups here.');
      return next(request);
    },
    about: 'relations: OR inside (balances)',
  },
  {
    name: 'returns a related unit without its symbol',
    change: changeIncludedRows((row, { resource, depth, flags }) => {
      if (depth > 0 && resource.fields.symbol && Object.keys(flags).length === 0) delete row.symbol;
    }),
    about: 'include: a relation (unit)',
  },
  {
    name: 'returns computed fields in the exclusion form',
    change: changeSelection({
      fields: ({ resource, flags }, usual) =>
        Object.values(flags).includes(false)
          ? [
              ...usual,
              ...Object.keys(resource.fields).filter((name) => resource.fields[name]?.computed),
            ]
          : usual,
    }),
    about: 'include: an excluded field',
  },
  {
    name: 'never returns computed fields of related rows',
    change: changeSelection({
      fields: ({ resource, depth }, usual) =>
        depth > 0 ? usual.filter((name) => !resource.fields[name]?.computed) : usual,
    }),
    about: 'include: a related computed field (account)',
  },
  {
    name: 'lets different rows meet the conditions of some',
    change: changeFilters({
      quantifier: ({ relation, op, filter }) =>
        op === 'some' && Array.isArray(filter.AND)
          ? { AND: filter.AND.map((part) => ({ [relation]: { some: part as JsonObject } })) }
          : undefined,
    }),
    about: 'relations: two conditions on one row (lines)',
  },
  {
    name: 'reads a bare text as like',
    change: changeFilters({
      comparison: (asked) =>
        asked.isBare && asked.field.kind === 'string' && typeof asked.operand === 'string'
          ? usualTest({ ...asked, op: 'like' })
          : undefined,
    }),
    about: 'text: eq, a part of the text (string)',
  },
  {
    name: 'checks only the first key of contains',
    change: changeFilters({
      comparison: (asked) => {
        const [first] = isPlainObject(asked.operand)
          ? Object.entries(asked.operand as JsonObject)
          : [];
        return asked.field.kind === 'json' && asked.op === 'contains' && first
          ? usualTest({ ...asked, operand: Object.fromEntries([first]) })
          : undefined;
      },
    }),
    about: 'json: contains, two keys, the second does not match (json)',
  },
  {
    name: 'matches no row with neq: null on JSON',
    change: changeFilters({
      comparison: ({ field, op, operand }) =>
        field.kind === 'json' && op === 'neq' && operand === null ? () => false : undefined,
    }),
    about: 'null: neq (json)',
  },
  {
    name: 'matches every row with null inside not_in',
    change: changeFilters({
      comparison: ({ op, operand }) =>
        op === 'not_in' && Array.isArray(operand) && operand.includes(null)
          ? () => true
          : undefined,
    }),
    about: 'null: not_in (string)',
  },
  {
    name: 'drops backslashes from like',
    change: changeFilters({
      comparison: (asked) =>
        asked.op === 'like' && String(asked.operand).includes('\\')
          ? usualTest({ ...asked, operand: String(asked.operand).replaceAll('\\', '') })
          : undefined,
    }),
    about: 'like: a backslash (string)',
  },
];

describe('a service that contradicts the specification is noticed:', { timeout: 120_000 }, () => {
  test.each(inTurn(violations, 16))('$name', async ({ change, about }) => {
    const result = await compareServer({ change });
    expect(unexplained(result)).toContain(subjectOf(about));
  });

  test('drops relations from a single row', async () => {
    const result = await compareServer({
      change: async ({ request, next }) => {
        const response = await next(request);
        if (!response.ok || !/\/balances\/./.test(new URL(request.url).pathname)) return response;
        const { unit: _, account: __, ...row } = (await response.json()) as JsonObject;
        return Response.json(row);
      },
    });
    expect(unexplained(result)).toContain('get: a relation (unit)');
    expect(unexplained(result)).not.toContain('include: a relation (unit)');
  });

  test('a field that cannot be filtered is named by its comparators', async () => {
    const result = await compareServer({
      change: changeFilters({
        comparison: ({ name }) => {
          if (name === 'available_balance') throw new Rejection('Not indexed.');
          return undefined;
        },
      }),
    });
    expect(found(result)).toHaveProperty('comparators.balances.available_balance');
  });

  test('null in every is a setting', async () => {
    const result = await compareDialect({ nulls: { every: 'unknown' } });
    expect(Object.keys(found(result))).toEqual(['nulls.every']);
    expect(result.differences).toEqual([]);
  });

  test('a JSONPath is a setting, and no violation', async () => {
    const result = await compareDialect({ json: { paths: 'jsonpath' } });
    expect(found(result)).toEqual({ 'json.paths': 'jsonpath' });
    expect(result.differences).toEqual([]);
  });

  test('403 for a wrong key is a setting, and no violation', async () => {
    const result = await compareDialect({ rejections: { credentials: 403 } });
    expect(found(result)).toEqual({ 'rejections.credentials': 403 });
    expect(result.differences).toEqual([]);
  });

  test('a service without a computed field gets one difference about it', async () => {
    const service = createService(
      startServer({
        change: async ({ request, next }) => {
          if (
            /[{,=]amount/.test(decodeURIComponent(request.url)) &&
            request.url.includes('/balances')
          )
            throw new Rejection('No amount.');
          return next(request);
        },
      }),
    );
    const known = { schema: payments };
    const { schemaDifferences, comparison } = await compareWithBaseline(service, known, {
      rowsPerResource: 100,
    });
    expect([...schemaDifferences, ...comparison.differences]).toMatchObject([
      { topic: 'fields-balances.amount', kind: 'rejected' },
    ]);
  });
});
