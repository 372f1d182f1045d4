import { describe, expect, it } from 'vitest';
import { createEditor } from './lib/editor.js';

const prelude = `
import { createClient, defineSchema, extendSchema, many, nullable, one, paymentsSchema, string, uuid } from 'payments-data-client';
const options = { baseUrl: 'https://api.example.com', apiKey: 'key' };
const wallets = createClient({ ...options, schema: defineSchema({
  wallets: {
    path: '/wallets', operations: ['list'],
    fields: {
      id: uuid(),
      /** Printed on the card. */
      label: string(),
    },
    relations: {
      /** Whoever pays. */
      owner: one('people', { foreignKey: 'owner_id' }),
    },
  },
  people: {
    path: '/people', operations: ['list'],
    fields: {
      id: uuid(),
      /** As in the passport. */
      name: string(),
    },
    relations: { wallets: many('wallets', { foreignKey: 'owner_id' }) },
  },
}) });
const extended = createClient({ ...options, schema: extendSchema(paymentsSchema, {
  balances: {
    fields: {
      /** Ours: empty for old balances. */
      description: nullable(string()),
      /** Ours: who opened it. */
      opened_by: string(),
    },
  },
}) });
`;

const sentences: [snippet: string, sentence: string][] = [
  ['(await wallets.wallets.list())[0]!.label|', 'Printed on the card.'],
  ['(await wallets.wallets.list({ include: { label: true } }))[0]!.label|', 'Printed on the card.'],
  [
    '(await wallets.wallets.list({ include: { owner: true } }))[0]!.owner.name|',
    'As in the passport.',
  ],
  ['(await wallets.wallets.list({ include: { owner: true } }))[0]!.owner|', 'Whoever pays.'],
  ["wallets.wallets.list({ where: { label|: 'a' } })", 'Printed on the card.'],
  ['(await extended.balances.list())[0]!.opened_by|', 'Ours: who opened it.'],
  ['(await extended.balances.list())[0]!.description|', 'Ours: empty for old balances.'],
  [
    '(await extended.balances.list())[0]!.available_balance|',
    'The amount that can be spent. A decimal string.',
  ],
];

describe.each(['5.9', '6.0'] as const)(
  'An editor with TypeScript %s',
  { timeout: 60_000 },
  (version) => {
    const editor = createEditor(
      version,
      prelude,
      sentences.map(([snippet]) => snippet),
    );

    it.each(sentences)('shows the comment of a schema at %s', (snippet, sentence) => {
      expect(editor.hover(snippet).sentence).toBe(sentence);
    });
  },
);
