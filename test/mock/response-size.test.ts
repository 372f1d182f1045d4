import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { ask } from './send.js';

/** An include of so many relations inside each other, from accounts. */
const nested = (levels: number): string =>
  Array.from({ length: levels }, (_, level) => (level % 2 === 0 ? 'balances' : 'account'))
    .reverse()
    .reduce(
      (include, relation) => (include === '' ? `${relation}:true` : `${relation}:{${include}}`),
      '',
    );

const tooMany = (limit: number) =>
  `include: the response would have more than ${limit} related rows, because each relation multiplies them. Include fewer relations, or request fewer rows.`;

describe('the related rows of a response are bounded [decision 61]', () => {
  const mock = createMock();

  test.each([19, 31])('an include of %i levels is an invalid query', async (levels) => {
    const { status, body } = await ask(mock, '/accounts', { include: nested(levels) });
    expect([status, body.errors]).toEqual([400, [tooMany(100_000)]]);
  });

  test('also for a single row', async () => {
    const [balance] = mock.db.balances.all().slice(-1);
    const { status, body } = await ask(mock, `/balances/${balance?.id}`, {
      include: `account:{${nested(30)}}`,
    });
    expect([status, body.errors]).toEqual([400, [tooMany(100_000)]]);
  });

  test('rows that filters exclude do not count', async () => {
    const include = `balances:{where:{name:'nobody'},include:{account:{${nested(29)}}}}`;
    const { status, body } = await ask(mock, '/accounts', { include });
    expect([status, body.length]).toEqual([200, 12]);
  });

  test('a list of many rows has five related rows for each', async () => {
    const [unit] = createMock().db.units.all();
    const large = createMock({ data: { units: unit ? [unit] : [], accounts: [{}] } });
    const size = 21_000;
    large.db.accounts.insert({ balances: Array.from({ length: size }, () => ({})) });
    const relations = (names: string[]) => names.map((name) => `${name}:{name:true}`).join();
    const send = async (include: string) => (await ask(large, '/balances', { include })).body;
    expect(await send(`name:true,${relations(['unit'])}`)).toHaveLength(size);
    expect((await send('name:true,account:{balances:true}')).errors).toEqual([tooMany(5 * size)]);
  });
});
