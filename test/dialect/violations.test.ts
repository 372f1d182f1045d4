import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { ask } from '../mock/send.js';
import { declaredSettings } from './declared-settings.js';

const both = { identifier_value: 'both', balances: [{ name: 'Rent' }, { name: 'Savings' }] };

/** With other names of parameters, the requests of the test have another meaning. */
const tested = declaredSettings.filter(({ path }) => !path.startsWith('parameters.'));

test.each(tested)(
  '$path does not make the mock contradict the API specification [decision 52]',
  async ({ dialects }) => {
    for (const dialect of dialects) {
      const mock = createMock({ dialect, data: { accounts: [both] } });
      const list = async (query: Record<string, string>) => {
        const { status, body } = await ask(mock, '/accounts', query);
        return { status, rows: Array.isArray(body) ? body : Object.values(body)[0] };
      };
      expect((await list({ where: "balances:{some:{name:'Rent'}}" })).rows).toHaveLength(1);
      expect((await list({ where: "balances:{every:{name:'Rent'}}" })).rows).toEqual([]);
      expect((await list({ include: 'status:true' })).rows).toEqual([
        { id: expect.any(String), status: 'active' },
      ]);
      expect(
        (await list({ include: 'status:true,identifier_value:false' })).status,
      ).toBeGreaterThanOrEqual(400);
    }
  },
);
