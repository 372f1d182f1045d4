import type { Dialect } from 'payments-data-client';
import type { Values } from './small-service.js';
import type { Allows, World } from './small-worlds.js';

const valuesOf = (digits: string, more: Partial<Values> = {}): Values => ({
  ...{ amount: '1.00', name: 'a', note: null, ...more },
  at: `2026-01-01T00:00:00.${digits}Z`,
});

/** Two dates that show the same milliseconds, and another one. */
const [early, late, next] = [valuesOf('001100'), valuesOf('001900'), valuesOf('002000')];
const trimmed = [valuesOf('001000'), valuesOf('001500'), valuesOf('002000')];
const withoutZeros = (at: string) => at.replace(/0+Z$/, 'Z');
const amounts = [valuesOf('001000'), valuesOf('001000', { amount: '2.00' })];

/** Orders with the values that rows have in them. */
type Ordered = Pick<World, 'orderBy' | 'values' | 'show'>;

const inOrders = (
  orders: readonly World['orderBy'][],
  more: Pick<World, 'values' | 'show'>,
): Ordered[] => orders.map((orderBy) => ({ orderBy, ...more }));

const keysets: Readonly<Record<string, readonly Ordered[]>> = {
  id: inOrders([{}, { id: 'desc' }], { values: [early] }),
  date: inOrders([{ at: 'asc' }, { at: 'desc' }, { at: 'desc', id: 'desc' }], {
    values: [early, late, next],
  }),
  'date without zeros': inOrders([{ at: 'asc' }, { at: 'desc' }], {
    values: trimmed,
    show: withoutZeros,
  }),
  decimal: inOrders([{ amount: 'asc' }, { amount: 'desc' }], { values: amounts }),
  'decimal and date': inOrders(
    [
      { amount: 'asc', at: 'desc' },
      { amount: 'desc', at: 'asc' },
    ],
    { values: [early, late, valuesOf('001100', { amount: '2.00' })] },
  ),
};

const counted: Readonly<Record<string, readonly Ordered[]>> = {
  text: inOrders([{ name: 'asc' }, { name: 'desc' }], {
    values: [early, valuesOf('001100', { name: 'b' })],
  }),
  'date and decimal': inOrders(
    [
      { at: 'asc', amount: 'desc' },
      { at: 'desc', amount: 'asc' },
    ],
    { values: [early, valuesOf('001900', { amount: '2.00' }), next] },
  ),
  null: inOrders([{ note: 'asc' }, { note: 'desc' }], {
    values: [early, valuesOf('001100', { note: 'b' })],
  }),
};

const pageSizes = [1, 2, 3];

/** A cap, and ways to declare it. */
type Capped = Pick<World, 'cap' | 'dialect'>;

const caps: readonly Capped[] = [
  { cap: Infinity, dialect: {} },
  ...[1, 2, 3].flatMap((cap): Capped[] => [
    { cap, dialect: {} },
    { cap, dialect: { pageSize: { default: cap } } },
    { cap, dialect: { pageSize: { default: cap, max: cap } } },
    { cap, dialect: { pageSize: { default: cap }, parameters: { take: null } } },
  ]),
];

const numbered = { page: 'page', skip: null } as const;
const numberedCaps: readonly Capped[] = [
  ...[Infinity, 1, 2, 3].map((cap) => ({ cap, dialect: { parameters: numbered } })),
  ...[2, 17, 20].map((cap) => ({
    cap,
    dialect: { parameters: numbered, pageSize: { default: cap, max: cap } },
  })),
];

/**
 * Every page size with every cap, without those that are the same for the client: a cap matters only
 * if the service may be asked for more rows, which are one more than the page size if it is counted.
 */
const cross = (ordered: readonly Ordered[], capped: readonly Capped[], more = Infinity): World[] =>
  ordered.flatMap((order) =>
    capped.flatMap((cap) =>
      pageSizes
        .filter((pageSize) => {
          const isAlways = cap.cap === Infinity || cap.dialect.parameters?.take === null;
          return isAlways || cap.cap <= pageSize + more;
        })
        .map((pageSize) => ({ ...order, ...cap, pageSize })),
    ),
  );

const nullOrders: readonly Dialect['nullOrder'][] = ['largest', 'smallest', 'last', 'first'];

/** Worlds in which null is at each of its places. */
const withNullOrders = (worlds: readonly World[]): World[] =>
  worlds.flatMap((world) =>
    nullOrders.map((nullOrder) => ({ ...world, dialect: { ...world.dialect, nullOrder } })),
  );

/** Worlds that are read in one way, and how calls in them may end, other than with every row. */
export interface Group {
  readonly way: 'keyset' | 'counting by `skip`' | 'counting of numbered pages';
  readonly order: string;
  readonly worlds: readonly World[];
  readonly allows: (world: World) => Allows;
}

const countedGroups = (
  way: Group['way'],
  worldsOf: (ordered: readonly Ordered[]) => World[],
): Group[] =>
  Object.entries(counted).map(([order, ordered]) => {
    const worlds = worldsOf(ordered);
    return { way, order, worlds: order === 'null' ? withNullOrders(worlds) : worlds, allows };
  });

export const groups: readonly Group[] = [
  ...Object.entries(keysets).map(([order, ordered]) => ({
    way: 'keyset' as const,
    order,
    worlds: cross(ordered, caps, 0).map((world) => ({ ...world, hasHiddenChanges: true })),
    allows: () => () => false,
  })),
  ...countedGroups('counting by `skip`', (ordered) => cross(ordered, caps, 1)),
  ...countedGroups('counting of numbered pages', (ordered) =>
    cross(ordered, numberedCaps).flatMap((world): World[] => [world, { ...world, behind: '404' }]),
  ),
];

/** How many rows can be read at numbered pages of a cap: with more, no page has the last one and the next. */
const READABLE: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 6, 4: 12 };

/** How a call may end if rows are counted. */
function allows({ cap, dialect, orderBy }: World): Allows {
  const { parameters = {}, pageSize: declared = {}, nullOrder = 'largest' } = dialect;
  const isNumbered = parameters.page === 'page';
  const { max = parameters.take === null ? declared.default : Infinity } = declared;
  const isRefused = Number(max) < (isNumbered ? 17 : 2);
  const isUndeclared = declared.max === undefined && parameters.take !== null;
  const isNullFixed = orderBy.note !== undefined && /last|first/.test(`${nullOrder}`);
  return (outcome, start, writes) => {
    if (outcome.is === 'refused') return isRefused;
    if (outcome.is === 'rows-changed') return writes > 0;
    if (outcome.is !== 'no window' || !isUndeclared) return false;
    if (writes > 0) return true;
    const count = start.length;
    if (!isNumbered) return cap === 1 && count > 1;
    const most = READABLE[cap] ?? Infinity;
    // Two rows are a page that may be cut; in the opposite order, null proves nothing.
    return count > most || (isNullFixed && (count === 2 || (count > 1 && count === most)));
  };
}
