import type { JsonObject } from '../schema/field.js';
import type { Unit } from '../schema/rows.js';

type UnitValues = Pick<
  Unit,
  'name' | 'description' | 'max_precision' | 'default_precision' | 'background_color' | 'color' | 'symbol'
> & { readonly archived?: boolean };

/** The units of the sample workspace. */
export const units: readonly UnitValues[] = [
  {
    name: 'USD',
    description: 'United States dollar',
    max_precision: 4,
    default_precision: 2,
    background_color: '#e6f4ea',
    color: '#137333',
    symbol: '$',
  },
  {
    name: 'EUR',
    description: 'Euro',
    max_precision: 4,
    default_precision: 2,
    background_color: '#e8f0fe',
    color: '#174ea6',
    symbol: '€',
  },
  {
    name: 'BTC',
    description: 'Bitcoin',
    max_precision: 8,
    default_precision: 8,
    background_color: '#fef7e0',
    color: '#b06000',
    symbol: '₿',
  },
  {
    name: 'PTS',
    description: 'Reward points of the closed loyalty scheme',
    max_precision: 2,
    default_precision: 2,
    background_color: '#f1f3f4',
    color: '#5f6368',
    symbol: 'P',
    archived: true,
  },
];

/** Prefix and value of the identifiers of the workspace's own accounts. */
export const houseAccounts: readonly (readonly [prefix: string, value: string])[] = [
  ['house', 'treasury'],
  ['house', 'fees'],
  ['house', 'settlement'],
];

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
