import { createRandom } from '../measure/random.mjs';

const random = createRandom(7);
const { uuid, below, pick } = random;
const uuids = (count) => Array.from({ length: count }, uuid);
const amount = () => (below(10_000_000) / 100).toFixed(2);
const day = () => `2026-${String(1 + below(9)).padStart(2, '0')}-${String(10 + below(18))}`;
const start = () => `${day()}T00:00:00.000Z`;
const word = () =>
  pick(['rent', 'order', 'Müller & Co', 'payroll', "O'Hara", 'fees 2026', 'deposit']);
const status = () => pick(['completed', 'pending', 'failed']);

/** Typical queries of a page, a report or a job; each one four times with different values. */
const shapes = {
  'one field': [
    () => ['balances', { where: { account_id: uuid() } }],
    () => ['accounts', { where: { status: 'active' }, take: 50 }],
    () => ['transactions', { where: { external_id: { like: word() } } }],
    () => ['transactions', { where: { status: status() }, orderBy: { id: 'desc' }, take: 20 }],
    () => ['transactionLines', { where: { amount: { gte: below(1000) } } }],
  ],
  'some fields': [
    () => ['balances', { include: { name: true, balance: true } }],
    () => [
      'balances',
      { where: { type: 'main' }, include: { name: true, balance: true, unit: { symbol: true } } },
    ],
    () => ['balances', { include: { variables: false, description: false } }],
    () => ['accounts', { include: { identifier: true, balances: { name: true, balance: true } } }],
    () => ['transactions', { where: { id: uuid() }, include: { external_id: true, lines: true } }],
  ],
  'ranges and several conditions': [
    () => ['balances', { where: { balance: { gte: amount(), lt: amount() }, archived_at: null } }],
    () => [
      'balances',
      { where: { created_at: { gte: start(), lt: start() }, unit_id: uuid(), type: 'main' } },
    ],
    () => [
      'transactions',
      { where: { status: { neq: 'failed' }, entity_id: uuid(), route_id: { neq: null } } },
    ],
    () => [
      'balances',
      {
        where: { updated_at: { gt: start() }, name: { like: word() } },
        include: { name: true, balance: true },
        orderBy: { updated_at: 'desc' },
        take: 100,
      },
    ],
  ],
  'AND and OR': [
    () => ['balances', { where: { OR: [{ name: { like: word() } }, { external_id: word() }] } }],
    () => [
      'balances',
      {
        where: {
          type: 'main',
          OR: [{ balance: { lt: '0' } }, { available_balance: { lt: amount() } }],
        },
      },
    ],
    () => [
      'transactions',
      {
        where: {
          OR: [
            { AND: [{ external_id: { like: word() } }, { external_id: { like: word() } }] },
            { entity_id: uuid(), route_id: uuid() },
          ],
        },
      },
    ],
    () => [
      'balances',
      {
        where: {
          OR: [
            { type: 'main', balance: { gt: amount() } },
            { type: 'custom', OR: [{ unit_id: uuid() }, { archived_at: { neq: null } }] },
          ],
        },
        include: { name: true },
      },
    ],
  ],
  relations: [
    () => [
      'accounts',
      { where: { status: 'active', balances: { some: { balance: { lt: '0' } } } } },
    ],
    () => [
      'transactions',
      { where: { lines: { some: { amount: { gte: below(5000) }, account_id: uuid() } } } },
    ],
    () => [
      'accounts',
      { where: { balances: { none: { type: 'main' } } }, include: { identifier: true } },
    ],
    () => [
      'accounts',
      {
        where: { balances: { some: { balance: { gte: amount() }, unit_id: uuid() } } },
        include: {
          identifier: true,
          balances: { where: { amount: { gt: '100' } }, include: { amount: true, name: true } },
        },
      },
    ],
  ],
  JSON: [
    () => [
      'balances',
      { where: { variables: { contains: { tier: 'gold', region: pick(['EU', 'US']) } } } },
    ],
  ],
  'in 20 ids': [
    () => [
      'balances',
      { where: { id: { in: uuids(20) } }, include: { name: true, balance: true } },
    ],
  ],
  'in 150 ids': [() => ['transactions', { where: { entity_id: { in: uuids(150) } } }]],
};

/** A hundred queries: `{ group, resource, query }`. */
export const corpus = Object.entries(shapes).flatMap(([group, makers]) =>
  makers.flatMap((make) =>
    Array.from({ length: 4 }, () => {
      const [resource, query] = make();
      return { group, resource, query };
    }),
  ),
);
if (corpus.length !== 100) throw new Error(`The corpus has ${corpus.length} queries.`);
