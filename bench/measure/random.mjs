/** A seeded random generator (mulberry32): the same seed returns the same values. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (end) => Math.floor(next() * end);
  const hex = (digits) =>
    below(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const pick = (items) => items[below(items.length)];
  return {
    next,
    below,
    pick,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`,
    /** As many different items as `number` says, in random order. */
    sample(items, number) {
      const left = [...items];
      return Array.from(
        { length: Math.min(number, left.length) },
        () => left.splice(below(left.length), 1)[0],
      );
    },
  };
}
