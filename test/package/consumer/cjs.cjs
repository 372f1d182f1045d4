const assert = require('node:assert/strict');
const { createClient, isQueryError } = require('payments-data-client');
const { createMock } = require('payments-data-client/mock');

async function main() {
  const client = createClient(createMock().clientOptions);
  const [balance] = await client.balances.list({ include: { name: true, unit: { symbol: true } } });
  assert.deepEqual(Object.keys(balance).sort(), ['id', 'name', 'unit']);
  await assert.rejects(client.balances.list({ where: { nmae: 'x' } }), isQueryError);
  console.log('cjs ok');
}
main();
