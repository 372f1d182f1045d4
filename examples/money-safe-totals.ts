// Adds up balances by unit, exactly: as integers of the smallest digit, never as floating-point numbers.
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

const client = createClient(createMock().clientOptions);
const DIGITS = 8; // as many as the finest unit has

const totals: Record<string, bigint> = {};
for await (const { balance, unit } of client.balances.iterate({
  include: { balance: true, unit: { name: true } },
})) {
  const [whole = '', fraction = ''] = balance.split('.');
  totals[unit.name] = (totals[unit.name] ?? 0n) + BigInt(whole + fraction.padEnd(DIGITS, '0'));
}

function decimal(parts = 0n): string {
  const text = String(parts < 0n ? -parts : parts).padStart(DIGITS + 1, '0');
  return `${parts < 0n ? '-' : ''}${text.slice(0, -DIGITS)}.${text.slice(-DIGITS)}`;
}

console.log(decimal(totals.USD)); // => 11799.42000000
console.log(decimal(totals.BTC)); // => 0.99192482
