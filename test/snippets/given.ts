import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

/** The types of the names that a snippet may use without declaring them. */
export const givenTypes = {
  client: `import('payments-data-client').Client`,
  mock: `import('payments-data-client/mock').Mock`,
  accountId: 'string',
  balanceId: 'string',
  entityId: 'string',
  keyId: 'string',
  apiKey: 'string',
  readSession: '(request: Request) => { accountId: string } | undefined',
};

/** The values of these names, new for each snippet. */
export function giveValues() {
  const mock = createMock({ baseUrl: 'https://api.example.com' });
  const [balance] = mock.db.balances.all();
  const transaction = mock.db.transactions.all().find(({ entity_id }) => entity_id !== null);
  return {
    client: createClient(mock.clientOptions),
    mock,
    accountId: balance?.account_id ?? '',
    balanceId: balance?.id ?? '',
    entityId: transaction?.entity_id ?? '',
    keyId: mock.apiKeys.create({ name: 'Reports' }).id,
    apiKey: mock.clientOptions.apiKey,
    readSession: () => ({ accountId: balance?.account_id ?? '' }),
  } satisfies Record<keyof typeof givenTypes, unknown>;
}
