// `keyof` and an indexed access see only what all arms of a union share. These look at each arm by itself.

/**
 * The keys of every object in a union.
 *
 * @example
 * KeyOf<{ name: true } | { unit: true } | false> // => 'name' | 'unit'
 */
export type KeyOf<Value> = Value extends object ? keyof Value : never;

/**
 * What stands at a key, in those arms of a union that have it.
 *
 * @example
 * ValueAt<{ name: true } | { unit: true }, 'name'> // => true
 */
export type ValueAt<Value, Key> = Value extends unknown
  ? Key extends keyof Value
    ? Value[Key]
    : never
  : never;
