import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { ask, mockOfThings, namesOf } from '../send.js';

const rows = [
  { name: 'a', text: 'a' },
  { name: 'line\u2028break', text: 'line\u2028break' },
];
const names = namesOf(rows);
const mock = mockOfThings({ things: rows, boxes: [{ label: 'x' }] });
test('text needs quotes [decision 48]', async () => {
  expect(await names('name:main')).toBe(
    "where: invalid character 'm' at 1:6. Write relaxed JSON such as {name:'value'}, with text in quotes.",
  );
});

describe('abuse', () => {
  test('a URL that is longer than the dialect says is rejected [decision 3] [decision 55]', async () => {
    const where = `name:'${'a'.repeat(1024 * 1024)}'`;
    const { status, body } = await ask(mock, '/things', { where });
    const problem = (length: number) =>
      `The URL has more than ${length} bytes (\`dialect.maxUrlLength\`).`;
    expect([status, body.errors[0]]).toEqual([414, problem(2 ** 20)]);
    const short = createMock({
      dialect: { maxUrlLength: 'https://payments.test/v1/balances?take=10'.length },
    });
    expect((await ask(short, '/balances', 'take=10')).status).toBe(200);
    const longer = await ask(short, '/balances', 'take=100');
    expect([longer.status, longer.body.errors]).toEqual([414, [problem(41)]]);
    expect((await ask(createMock(), '/balances', `${'&'.repeat(7_990)}take=1`)).status).toBe(414);
  });

  test('a key called __proto__ changes no prototype', async () => {
    await names('data:{contains:{__proto__:{polluted:true}}}');
    await names('data:{eq:{constructor:{prototype:{polluted:true}}}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('given and returned rows are copies', () => {
    const given = { name: 'mine', data: { list: [1] } };
    const { db } = mockOfThings({});
    const inserted = db.things.insert(given);
    given.data.list.push(2);
    inserted.name = 'changed';
    (inserted.data as { list: number[] }).list.push(3);
    const again = db.things.all();
    expect(again).toMatchObject([{ name: 'mine', data: { list: [1] } }]);
    again.pop();
    expect(db.things.get(inserted.id)?.data).toEqual({ list: [1] });
  });

  test('the tables of a mock are frozen', () => {
    const { db } = createMock();
    expect(() => Object.assign(db, { balances: {} })).toThrow(TypeError);
    expect(() => Object.assign(db.balances, { all: () => [] })).toThrow(TypeError);
  });
});
