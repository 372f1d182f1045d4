import {
  boolean,
  computed,
  type Dialect,
  date,
  decimal,
  defineSchema,
  enumeration,
  integer,
  nullable,
  number,
  string,
  uuid,
} from 'payments-data-client';
import { declaredSettings } from '../dialect/declared-settings.js';
import type { Chance } from '../types/lib/random.js';

/** A resource with a field of every kind that has an order. */
export const schema = defineSchema({
  things: {
    path: '/things',
    operations: ['list'],
    fields: {
      id: uuid(),
      name: string(),
      owner_id: uuid(),
      kind: enumeration('b', 'c', 'a'),
      amount: decimal(),
      rank: integer(),
      score: number(),
      active: boolean(),
      created_at: date(),
      note: nullable(string()),
      due_at: nullable(date()),
      label: computed(string(), (row) => `${row.name}!`),
    },
  },
});

// Values that only some services tell apart.
const names = [
  'Rent',
  'rent',
  'RENT',
  'Rént',
  'rent ',
  'Rent  ',
  'a',
  'B',
  'ä',
  'Z',
  '',
  'é',
  'e',
  '-b',
  '😀',
  '\ufffd',
];
const amounts = [
  '5',
  '5.0',
  '5.00',
  '-1',
  '-1.5',
  '0',
  '0.0',
  '9007199254740993',
  '9007199254740992',
  '0.1',
  '0.10',
];
const scores = [1, 1.5, -2, 0, 0.1, 5e-7];
const ranks = [1, 2, -3, 0, 2 ** 53 - 1];
/** The fields that have an order. */
export const orderings = [
  'name',
  'owner_id',
  'kind',
  'amount',
  'rank',
  'score',
  'active',
  'created_at',
  'note',
  'due_at',
  'label',
];

/**
 * Creates rows that a dialect may confuse: equal but for case, accents, digits or hidden digits.
 */
export function createRows(chance: Chance, { uuids }: Dialect, count: number) {
  const hasTies = chance.happens(0.15);
  const hasMicroseconds = chance.happens(0.5);
  const hex = (length: number) =>
    Array.from({ length }, () => chance.below(16).toString(16)).join('');
  const newId = () => {
    const id = `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
    return chance.happens(0.2) ? id.toUpperCase() : id;
  };
  const newDate = () =>
    `2026-01-0${1 + chance.below(2)}T00:00:0${chance.below(2)}.00${chance.below(3)}${hasMicroseconds ? String(chance.below(9)).padStart(3, '0') : ''}Z`;
  const pool = <Value>(values: readonly Value[]) => (hasTies ? values.slice(0, 1) : values);
  const usedNames = chance.sample(names, chance.pick([2, 3, names.length]));
  const owners = Array.from({ length: 4 }, newId);
  if (uuids !== 'uuid') owners.push(...owners.slice(0, 2).map((id) => id.toUpperCase()));
  return Array.from({ length: count }, () => ({
    id: newId(),
    name: chance.pick(pool(usedNames)),
    owner_id: chance.pick(pool(owners)),
    kind: chance.pick(pool(['a', 'b', 'c'])),
    amount: chance.pick(pool(amounts)),
    rank: chance.pick(pool(ranks)),
    score: chance.pick(pool(scores)),
    active: hasTies || chance.happens(0.5),
    created_at: newDate(),
    note: chance.happens(0.3) ? null : chance.pick(pool(names)),
    due_at: chance.happens(0.3) ? null : newDate(),
  }));
}

/** Every alternative of every setting by itself. */
export const singleDialects: readonly Dialect[] = [
  {},
  ...declaredSettings.flatMap(({ dialects }) => dialects),
];

/** Some alternatives of some settings. */
export function randomDialect(chance: Chance): Dialect {
  const dialect: Record<string, unknown> = {};
  for (const { dialects } of chance.sample(declaredSettings, 2 + chance.below(6)))
    for (const [group, value] of Object.entries(chance.pick(dialects))) {
      const isGroup = typeof value === 'object' && value !== null;
      dialect[group] = isGroup ? { ...(dialect[group] as object), ...value } : value;
    }
  return dialect;
}
