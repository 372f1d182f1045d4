// Adds up balances by unit, exactly. `big.js` adds decimal strings of any
// length without rounding.
// Install first: npm install big.js
import Big from 'big.js';
import { type Client, createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

export async function totalsByUnit(client: Client) {
  const totals = new Map<string, Big>();
  const balances = client.balances.iterate({
    include: { balance: true, unit: { name: true } },
  });
  for await (const { balance, unit } of balances) {
    const total = totals.get(unit.name) ?? new Big(0);
    totals.set(unit.name, total.plus(balance)); // never Number(balance)
  }
  return Object.fromEntries(
    [...totals].map(([name, total]) => [name, total.toFixed()]),
  );
}

const client = createClient(createMock().clientOptions);
const totals = await totalsByUnit(client);
console.log(totals.USD); // => 11799.42
console.log(totals.BTC); // => 0.99192482
