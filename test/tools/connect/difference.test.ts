import type { JsonObject, JsonValue } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../../src/dialect/resolve-dialect.js';
import {
  describeDifferences,
  describeOrder,
} from '../../../src/tools/connect/compare/difference.js';
import { Model } from '../../../src/tools/connect/compare/model.js';
import type { Query } from '../../../src/tools/connect/queries/query.js';
import type { ServiceRequest } from '../../../src/tools/connect/service/live-service.js';
import { payments, sampleRows } from './compare-server.js';

const model = new Model({ schema: payments, rows: sampleRows() });

const dialect = (related?: 'id' | { created_at: 'asc' | 'desc' }) =>
  resolveDialect('test', related ? { order: { related } } : {});

/** The request of a difference as a report shows it. */
function shown(request: ServiceRequest, showValues = false, resource = 'accounts') {
  const query = {
    about: 'a request',
    resource,
    request,
    search: '',
    compares: 'status',
    uses: [],
  } as const;
  const differing = [{ query, response: { status: 418, body: undefined }, observed: '' }];
  const options = { schema: payments, showValues };
  return describeDifferences(differing, model, resolveDialect('test'), options)[0]?.request;
}

describe('the request of a difference shows no ids', () => {
  test.each(['acc_Klmn0', '1', '00000000-0000-4000-8000-000000000000', 'no-such-id'])(
    'in a path with %s',
    (id) => {
      expect(shown({ path: `/accounts/${id}` })).toBe('GET /accounts/<id>');
      expect(shown({ path: `/transactions/lines/${id}` }, false, 'transactionLines')).toBe(
        'GET /transactions/lines/<id>',
      );
      expect(shown({ path: `/accounts/${id}` }, true)).toBe(`GET /accounts/${id}`);
    },
  );

  test('in cursors', () => {
    const query = { after: 'acc_Klmn0', take: 3 };
    expect(shown({ path: '/accounts', query })).toBe('GET /accounts after=… take=3');
    expect(shown({ path: '/accounts', query: { before: 'acc_Klmn0' } })).toBe(
      'GET /accounts before=…',
    );
    expect(shown({ path: '/accounts', query }, true)).toBe('GET /accounts after=acc_Klmn0 take=3');
  });

  test('and no values of filters, also inside an include', () => {
    const where = {
      status: { in: ['active'] },
      AND: [{ is_open: true, max_precision: { gt: 2 } }],
      name: null,
    };
    const hidden =
      '{"status":{"in":["…"]},"AND":[{"is_open":"…","max_precision":{"gt":"…"}}],"name":null}';
    expect(shown({ path: '/accounts', query: { where } })).toBe(`GET /accounts where=${hidden}`);
    const include = { balances: { where, include: { unit: true } } };
    expect(shown({ path: '/accounts', query: { include } })).toBe(
      `GET /accounts include={"balances":{"where":${hidden},"include":{"unit":true}}}`,
    );
  });

  test.each([
    ['{"contains":{"…":"…"}}', { contains: { iban: 'DE1' } }],
    ['{"not_contains":{"…":{"…":"…"}}}', { not_contains: { iban: { owner: true } } }],
    ['{"eq":{"…":[{"…":"…"}]}}', { eq: { iban: [{ owner: 1 }] } }],
    ['{"exists":"…"}', { exists: 'iban' }],
    ['{"…":"…"}', { iban: 'DE1' }],
    ['{"contains":{}}', { contains: {} }],
  ])('and no keys of JSON fields: %s', (text, variables) => {
    const query = { where: { variables } };
    expect(shown({ path: '/balances', query }, false, 'balances')).toBe(
      `GET /balances where={"variables":${text}}`,
    );
    expect(shown({ path: '/balances', query }, true, 'balances')).toBe(
      `GET /balances where={"variables":${JSON.stringify(variables)}}`,
    );
  });

  test('and other paths as they are', () => {
    expect(shown({ path: '/accounts/' })).toBe('GET /accounts/');
    expect(shown({ path: '/no-such-resource' })).toBe('GET /no-such-resource');
  });
});

describe('the content of rows', () => {
  const query: Query = {
    ...{
      about: 'include: a relation',
      rule: 'include 5',
      resource: 'accounts',
      search: '?include=balances:true',
    },
    ...{
      request: { path: '/accounts', query: { include: { balances: true } } },
      compares: 'rows',
      uses: [],
    },
  };
  const { rows = [] } = model.response(query, dialect());
  const described = (change: (row: JsonObject) => JsonObject) => {
    const response = { status: 200, body: undefined, rows: rows.map(change) };
    const [found] = describeDifferences([{ query, response, observed: '' }], model, dialect(), {
      schema: payments,
      showValues: false,
    });
    return { observed: found?.observed.replace(/^\d+ /, ''), rule: found?.rule };
  };

  test('violates the specification if members or related rows are others', () => {
    expect(described(({ balances: _, ...row }) => row)).toEqual({
      observed: 'rows with no balances',
      rule: 'include 5',
    });
    expect(described((row) => ({ ...row, balances: [] }))).toEqual({
      observed: 'rows with other rows in balances',
      rule: 'include 5',
    });
    expect(described((row) => ({ ...row, more: 1 }))).toEqual({
      observed: 'rows with more in addition',
      rule: 'include 5',
    });
  });

  test('does not if a value is another one', () => {
    expect(described((row) => ({ ...row, status: 'other' }))).toEqual({
      observed: 'rows with another status',
    });
    const rename = (one: JsonValue) => ({ ...(one as JsonObject), name: 'other' });
    expect(
      described((row) => ({ ...row, balances: (row.balances as JsonValue[]).map(rename) })),
    ).toEqual({
      observed: 'rows with another balances.name',
    });
  });
});

test('the content of a JSON field shows none of its keys', () => {
  const withVariables = (variables: JsonObject) =>
    (sampleRows().balances ?? []).map((row) => ({ ...row, variables }));
  const balances = withVariables({ iban: 'DE1' });
  const query: Query = {
    ...{ about: 'a list', resource: 'balances', search: '', compares: 'rows', uses: [] },
    request: { path: '/balances' },
  };
  const changed = new Model({ schema: payments, rows: { ...sampleRows(), balances } });
  const response = { status: 200, body: undefined, rows: withVariables({ bic: 'A' }) };
  const options = { schema: payments, showValues: false };
  const [found] = describeDifferences(
    [{ query, response, observed: '' }],
    changed,
    dialect(),
    options,
  );
  expect(found?.observed).toMatch(/^\d+ rows with another variables$/);
});

test('related rows are compared in the order that the dialect names', () => {
  const query: Query = {
    ...{
      about: 'a list',
      resource: 'accounts',
      search: '?include=balances:{name:true}',
      compares: 'rows',
      uses: [],
    },
    request: { path: '/accounts', query: { include: { balances: { name: true } } } },
  };
  const answered = (order: 'id' | { created_at: 'asc' | 'desc' }) => {
    const { rows } = model.response(query, dialect(order));
    return { query, response: { status: 200, body: undefined, rows }, observed: '' };
  };
  const oldest = { created_at: 'asc' } as const;
  const newest = { created_at: 'desc' } as const;
  expect(model.hasRelatedOrder(answered(oldest), dialect(oldest))).toBe(true);
  expect(model.hasRelatedOrder(answered(newest), dialect(oldest))).toBe(false);
  expect(model.hasRelatedOrder(answered(newest), dialect())).toBe(true);
  expect(
    describeOrder([answered(newest)], dialect(oldest), { schema: payments, showValues: false }),
  ).toMatchObject([
    {
      topic: 'related-order',
      request: 'GET /accounts include={"balances":{"name":true}}',
      expected: 'related rows by created_at asc',
    },
  ]);
});

test('a response agrees if it is that for one version of the rows', () => {
  const rows = sampleRows();
  const changing = new Model({ schema: payments, rows });
  const query: Query = {
    ...{ about: 'a list', resource: 'accounts', search: '', compares: 'rows', uses: [] },
    request: { path: '/accounts' },
  };
  const answered = (model: Model) => {
    const { rows } = model.response(query, dialect());
    const observed = model.signature(query, dialect());
    return { query, response: { status: 200, body: undefined, rows }, observed };
  };
  const before = answered(changing);
  changing.update({
    ...rows,
    accounts: (rows.accounts ?? []).map((row) => ({ ...row, status: 'other' })),
  });
  const after = answered(changing);
  expect(after.observed).not.toBe(before.observed);
  expect([before, after].map((one) => changing.agrees(one, dialect()))).toEqual([true, true]);
});
