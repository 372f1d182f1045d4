import assert from 'node:assert/strict';
import { createClient, isQueryError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

const client = createClient(createMock().clientOptions);
const [balance] = await client.balances.list({ include: { name: true, unit: { symbol: true } } });
assert.deepEqual(Object.keys(balance).sort(), ['id', 'name', 'unit']);
assert.deepEqual(Object.keys(balance.unit).sort(), ['id', 'symbol']);
await assert.rejects(client.balances.list({ where: { nmae: 'x' } }), isQueryError);
console.log('esm ok');
