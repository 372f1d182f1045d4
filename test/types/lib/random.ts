/** Repeatable chance: the same seed gives the same choices. */
export interface Chance {
  /** A whole number from 0, below `end`. */
  below(end: number): number;
  /** Whether something happens that happens with a probability. */
  happens(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Some of the items, in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[];
}

/** Chance from a seed. */
export function createChance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0; // mulberry32
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    happens: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    sample: (items, count) => {
      const left = [...items];
      const taken: (typeof left)[number][] = [];
      while (taken.length < count && left.length > 0)
        taken.push(...left.splice(below(left.length), 1));
      return taken;
    },
  };
}
