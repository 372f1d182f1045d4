import {
  type Balance,
  createClient,
  type Include,
  type Row,
  type Selected,
  type Where,
} from 'payments-data-client';
import { inspector } from 'payments-data-client/inspector';
import { createMock, sampleData } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';

const mock = createMock({ data: sampleData({ accounts: 3 }) });
const client = createClient(mock.clientOptions);

export async function main(accountId: string): Promise<void> {
  const where: Where<'balances'> = { account_id: accountId, balance: { gte: '100.00' } };
  const include = { name: true, unit: { symbol: true } } as const satisfies Include<'balances'>;
  const rows = await client.balances.list({ where, include });
  const row: Selected<'balances', typeof include> | undefined = rows[0];
  const symbol: string | undefined = row?.unit.symbol;
  const whole: Balance[] = await client.balances.list();
  const same: Row<'balances'> | undefined = whole[0];
  const { url, close } = await serveMock(mock, { port: 0, plugins: [inspector()] });
  await close();
  console.log(symbol, same, url);

  // @ts-expect-error `nmae` is not a field
  await client.balances.list({ include: { name: true, unit: { name: true, nmae: true } } });
  // @ts-expect-error mixed
  await client.balances.list({ include: { name: true, description: false } });
  // @ts-expect-error a decimal has no `exists`
  await client.balances.list({ where: { balance: { exists: 'x' } } });
  // @ts-expect-error was not asked for
  rows[0]?.description;
}
