/** The parts of the package that a setting changes. */
export type SettingUser = 'client' | 'mock' | 'proxy';

/** A point on which the API specification is silent, and on which services differ. */
export interface Setting<Value = unknown> {
  /** What the setting is about: a phrase that the alternatives complete. */
  readonly about: string;
  readonly usedBy: readonly SettingUser[];
  /** The number of the decision that explains the default, see `docs/decisions`. */
  readonly decision: number;
  /**
   * The possible values, each with a sentence. The first is the default, unless `default` says otherwise.
   * {@link alternativeValue} turns a name into its value.
   */
  readonly alternatives: { readonly [value: string]: string };
  /** The value if the dialect does not say. */
  readonly default: Value;
  /** Whether a dialect may have this value. */
  readonly accepts: (value: unknown) => boolean;
  /** What `accepts` accepts, for messages. */
  readonly expected: string;
  /** What is expected instead of a value that is almost right. */
  readonly expectedFor?: (value: unknown) => string | undefined;
}

/**
 * The value that the name of an alternative stands for.
 *
 * @example
 * alternativeValue('null') // => null
 * alternativeValue("{ ignores: ['case'] }") // => { ignores: ['case'] }
 */
export function alternativeValue(name: string): unknown {
  if (name === 'undefined') return undefined;
  if (name === 'Infinity' || /^\d+$/.test(name)) return Number(name);
  if (name !== 'null' && !name.startsWith('{')) return name;
  return JSON.parse(name.replaceAll("'", '"').replace(/(\w+):/g, '"$1":'));
}

/** Declares a setting with a fixed list of alternatives. The first is the default. */
export function choice<const Alternatives extends { readonly [value: string]: string }>(
  about: string,
  usedBy: readonly SettingUser[],
  decision: number,
  alternatives: Alternatives,
): Setting<keyof Alternatives & string> {
  const names = Object.keys(alternatives);
  return {
    about,
    usedBy,
    decision,
    alternatives,
    default: names[0] as keyof Alternatives & string, // there is at least one
    accepts: (value) => names.includes(value as string),
    expected: `one of ${names.map((name) => `'${name}'`).join(', ')}`,
  };
}

/** Declares a setting with further values than those that its sentences name. */
export const open = <Value>(
  about: string,
  usedBy: readonly SettingUser[],
  decision: number,
  values: Pick<Setting<Value>, 'default' | 'alternatives' | 'accepts' | 'expected' | 'expectedFor'>,
): Setting<Value> => ({ about, usedBy, decision, ...values });
