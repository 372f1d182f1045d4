// The flags at one level of an include if some are not the literals `true` or `false`. `Fields` are the keys
// of the include that are fields.

/**
 * The fields whose flag can be `Flag`.
 *
 * @example
 * FieldThatMayBe<true, { name: true; type: boolean; unit: true }, 'name' | 'type'> // => 'name' | 'type'
 */
export type FieldThatMayBe<Flag extends boolean, Chosen, Fields> = {
  [Key in keyof Chosen & Fields]: Flag extends Chosen[Key] ? Key : never;
}[keyof Chosen & Fields];

/**
 * The fields whose flag is always `Flag`. A flag of type `any` is never certain.
 *
 * @example
 * FieldThatIs<true, { name: true; type: boolean }, 'name' | 'type'> // => 'name'
 */
export type FieldThatIs<Flag extends boolean, Chosen, Fields> = {
  [Key in keyof Chosen & Fields]: [Chosen[Key]] extends [Flag]
    ? unknown extends Chosen[Key]
      ? never
      : Key
    : never;
}[keyof Chosen & Fields];

/**
 * Whether there is exactly one key. A single flag is never mixed with another, whatever its value.
 *
 * @example
 * IsSingle<'name'> // => true
 * IsSingle<'name' | 'type'> // => false
 */
export type IsSingle<Keys, All = Keys> = [Keys] extends [never]
  ? false
  : Keys extends unknown
    ? [All] extends [Keys]
      ? true
      : false
    : never;
