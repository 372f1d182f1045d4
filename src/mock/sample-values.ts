import type { JsonObject } from '../schema/field.js';

type UnitValues = readonly [
  name: string,
  description: string,
  symbol: string,
  backgroundColor: string,
  color: string,
  maxPrecision: number,
  defaultPrecision: number,
];

/** The units of the sample workspace. The last one is archived. */
export const unitValues: readonly UnitValues[] = [
  ['USD', 'United States dollar', '$', '#e6f4ea', '#137333', 4, 2],
  ['EUR', 'Euro', '€', '#e8f0fe', '#174ea6', 4, 2],
  ['BTC', 'Bitcoin', '₿', '#fef7e0', '#b06000', 8, 8],
  ['PTS', 'Reward points of the closed loyalty scheme', 'P', '#f1f3f4', '#5f6368', 2, 2],
];

/** The identifiers of the workspace's own accounts. */
export const houseAccounts: readonly string[] = ['treasury', 'fees', 'settlement'];

/** The names of the customers with the other accounts. */
export const customers: readonly string[] = [
  'Ada Lovelace',
  'Blue Lagoon Café',
  'Chiara Rossi',
  'Dunder Paper',
  "Eoin O'Brien",
  'Fjord & Fell Outfitters',
  'Grace Hopper',
  'Hanako Sato (佐藤花子)',
  'Iguazú Travel',
];

/** Values of a balance's `variables`, from null to nested objects. */
export const variables: readonly (JsonObject | null)[] = [
  { tier: 'gold', limits: { daily: '5000.00', monthly: '60000.00' } },
  null,
  { tier: 'silver', tags: ['vip', 'eu'] },
  {},
  { kyc: { level: 2, verified: true, checked_at: '2025-03-01T00:00:00.000Z' }, note: null },
  {
    'risk.score': 0.25,
    owners: [
      { name: 'Ada', share: 60 },
      { name: 'Grace', share: 40 },
    ],
  },
];
