import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { isSetting } from '../../src/dialect/resolve-dialect.js';
import type { Setting } from '../../src/dialect/setting.js';
import { settings } from '../../src/dialect/settings.js';
import { ask } from '../mock/send.js';

type Group = { readonly [name: string]: Setting };

/** A dialect for each alternative of each setting, except the names of parameters. */
const dialects = Object.entries<Setting | Group>(settings).flatMap(([name, group]) =>
  name === 'parameters'
    ? []
    : isSetting(group)
      ? alternativesOf(group).map((value) => ({ [name]: value }))
      : Object.entries(group).flatMap(([member, setting]) =>
          alternativesOf(setting).map((value) => ({ [name]: { [member]: value } })),
        ),
);

/** The alternatives that can be written in a dialect: their names, or the numbers and `null` that they stand for. */
function alternativesOf({ alternatives, accepts }: Setting): unknown[] {
  return Object.keys(alternatives)
    .filter((name) => name !== 'undefined')
    .map((name) => (name === 'null' ? null : /^\d+$/.test(name) ? Number(name) : name))
    .filter(accepts);
}

const rent = { identifier_value: 'both', balances: [{ name: 'Rent' }, { name: 'Savings' }] };

test('no setting makes the mock contradict the API specification [decision 52]', async () => {
  expect(dialects.length).toBeGreaterThan(80);
  for (const dialect of dialects) {
    const mock = createMock({ dialect, data: { accounts: [rent] } });
    const list = async (query: Record<string, string>) => {
      const { status, body } = await ask(mock, '/accounts', query);
      const rows = Array.isArray(body) ? body : Object.values(body)[0];
      return { status, rows };
    };
    const some = await list({ where: "balances:{some:{name:'Rent'}}" });
    expect(some.rows, JSON.stringify(dialect)).toHaveLength(1);
    const every = await list({ where: "balances:{every:{name:'Rent'}}" });
    expect(every.rows, JSON.stringify(dialect)).toHaveLength(0);
    const included = await list({ include: 'status:true' });
    expect(included.rows, JSON.stringify(dialect)).toEqual([{ id: expect.any(String), status: 'active' }]);
    const mixed = await list({ include: 'status:true,identifier_value:false' });
    expect(mixed.status, JSON.stringify(dialect)).toBeGreaterThanOrEqual(400);
  }
});
