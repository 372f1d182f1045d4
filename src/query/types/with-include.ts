// The query that a method infers, and its include.

/**
 * A query whose `include` is inferred as `Chosen`, and the query itself as `Input`, which tells
 * whether the include may be missing. Only `Extract` infers `Input`. `Members` are named to who
 * writes an unknown one.
 *
 * @example
 * WithInclude<{ take: 1 }, { name: true }, object, 'take'>['include']
 * // => { name: true } | undefined
 */
export type WithInclude<Parameters, Chosen, Input, Members extends string> =
  | (Parameters & {
      /** The fields and relations to return. Default: the default fields. */
      include?: Chosen | undefined;
    } & MemberCheck<Parameters, Input, Members>)
  | Extract<Input, undefined>;

/**
 * `unknown`, which allows everything, for the members of a query, and messages for others.
 *
 * @example
 * MemberCheck<{ take: 1 }, { take: 1 }, 'take'> // => unknown
 * MemberCheck<{ take: 1 }, { depth: 1 }, 'take'>
 * // => { depth?: '`depth` is not a query parameter. Use take.' }
 */
type MemberCheck<Parameters, Input, Members extends string> = keyof Input extends
  | keyof Parameters
  | 'include'
  ? unknown
  : UnknownMembers<Parameters, Input, Members>;

/**
 * The messages at unknown members that are certainly there. As in `IncludeCheck`, a template lets a
 * generic function pass its query on.
 *
 * @example
 * UnknownMembers<{ take: 1 }, { depth: 1; limit?: 1 }, 'take'>
 * // => { depth?: '`depth` is not a query parameter. Use take.' }
 */
type UnknownMembers<
  Parameters,
  Input,
  Members extends string,
> = `${keyof (Input extends unknown ? object : never) & string}` extends never
  ? {
      [Key in Exclude<keyof Input, keyof Parameters | 'include'> as undefined extends Input[Key]
        ? never
        : Key]?: MemberMessage<Parameters, Key, Members>;
    }
  : unknown;

/**
 * The message at an unknown member of a query: that of the check at run time, as far as possible.
 *
 * @example
 * MemberMessage<{ where: object }, 'limit', 'where'>
 * // => '`limit` is not a query parameter. Pass it in the next argument.'
 * MemberMessage<{ where: object; take: 1 }, 'limit', 'where, take'>
 * // => '`limit` is not a query parameter. Did you mean `take`?'
 */
type MemberMessage<Parameters, Key, Members extends string> = Key extends
  | 'signal'
  | 'timeout'
  | 'headers'
  | 'retry'
  ? `\`${Key}\` is not a query parameter. Pass it in the next argument.`
  : Parameters extends { where?: infer Filter }
    ? Key extends 'limit' | 'pageSize'
      ? `\`${Key}\` is not a query parameter. ${'take' extends keyof Parameters
          ? 'Did you mean `take`?'
          : 'Pass it in the next argument.'}`
      : Key extends 'take' | 'skip'
        ? `\`${Key}\` is not allowed in all(), iterate() or pages(). Use \`pageSize\`, or list().`
        : Key extends keyof Filter
          ? `\`${Key & string}\` is not a query parameter. Use { where: { ${Key & string}: … } }.`
          : `\`${Key & string}\` is not a query parameter. Use ${Members}.`
    : `\`${Key & string}\` is not a query parameter. Use ${Members}.`;

/**
 * The include of a query; with `undefined` if it may be missing. It is taken from the query itself,
 * because the compiler infers `Chosen` without `undefined`.
 *
 * @example
 * IncludeOf<{ include: { name: true } }> // => { name: true }
 * IncludeOf<{ include?: { name: true } }> // => { name: true } | undefined
 * IncludeOf<{ include: { name: true } } | { take: 5 }> // => { name: true } | undefined
 */
export type IncludeOf<Input> = Input extends unknown
  ? 'include' extends keyof Input
    ? Input['include']
    : undefined
  : never;
