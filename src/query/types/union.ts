// `keyof` and an indexed access see only what all members of a union share. These types look at each member.

/**
 * The keys of all objects in a union.
 *
 * @example
 * KeyOf<{ name: true } | { unit: true } | false> // => 'name' | 'unit'
 */
export type KeyOf<Value> = Value extends object ? keyof Value : never;

/**
 * The values at a key, from those members of a union that have the key.
 *
 * @example
 * ValueAt<{ name: true } | { unit: true }, 'name'> // => true
 */
export type ValueAt<Value, Key> = Value extends unknown
  ? Key extends keyof Value
    ? Value[Key]
    : never
  : never;

/**
 * The intersection of all members. `unknown`, which allows everything, for `never`.
 *
 * @example
 * Merged<'a' | string[]> // => 'a' & string[]
 */
export type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  one: infer All,
) => void
  ? All
  : never;
