import type { FieldKind } from '../../schema/field.js';
import type { Comparator } from '../comparators.js';

/**
 * A point in time that is not text: a `Date`, or anything that turns into text and into a number as Dates do. It has
 * no named members, so that an editor offers the comparators of a date and not the methods of `Date`.
 */
export interface DateLike {
  [Symbol.toPrimitive](hint: 'default'): string;
  [Symbol.toPrimitive](hint: 'string'): string;
  [Symbol.toPrimitive](hint: 'number'): number;
  [Symbol.toPrimitive](hint: string): number | string;
}

/**
 * Any text, beside known values. `string` would swallow these, and an editor would offer the methods of
 * `string & {}` among the comparators; this has no named members. Lists and sets, which yield text too, do not fit.
 */
export interface Text {
  [Symbol.iterator](): Iterator<string>;
  readonly [Symbol.unscopables]?: never;
  readonly [Symbol.toStringTag]?: never;
}

/**
 * What text is compared with.
 *
 * @example
 * TextOperand<string | null> // => string
 * TextOperand<OpenEnum<'main'>> // => 'main' | Text
 */
export type TextOperand<Value> = [KnownText<Value>] extends [never] ? string : KnownText<Value> | Text;

/**
 * The known values of a text that has some.
 *
 * @example
 * KnownText<OpenEnum<'main'>> // => 'main'
 * KnownText<string> // => never
 */
export type KnownText<Value> = Value extends string ? (string extends Value ? never : Value) : never;

/** A JSON value of which nothing is changed. */
export type JsonOperand =
  | string
  | number
  | boolean
  | null
  | readonly JsonOperand[]
  | { readonly [key: string]: JsonOperand };

/** What a value of each kind is compared with. `Value` is the type of the property in a row. */
interface Operands<Value> {
  string: TextOperand<Value>;
  uuid: string;
  decimal: string | number | bigint;
  number: number | bigint;
  integer: number | bigint;
  boolean: boolean;
  enumeration: TextOperand<Value>;
  date: string | DateLike;
  json: JsonOperand;
}

/**
 * `null` where the property can be null, nothing where it can't.
 *
 * @example
 * NullOf<string | null> // => null
 */
export type NullOf<Value> = Extract<Value, null>;

/**
 * The operand of one comparator.
 *
 * @example
 * OperandOf<'gte', 'decimal', string> // => string | number | bigint
 * OperandOf<'in', 'string', string | null> // => readonly (string | null)[]
 */
export type OperandOf<Name, Kind extends FieldKind, Value> = Name extends 'eq' | 'neq'
  ? Operands<Value>[Kind] | NullOf<Value>
  : Name extends 'in' | 'not_in'
    ? readonly (Operands<Value>[Kind] | NullOf<Value>)[]
    : OrderedOperand<Name, Kind, Value>;

/**
 * The operand of a comparator that is not about being equal.
 *
 * @example
 * OrderedOperand<'like', 'decimal', string> // => string
 * OrderedOperand<'gt', 'integer', number> // => number | bigint
 */
export type OrderedOperand<Name, Kind extends FieldKind, Value> = Name extends keyof TextOperands
  ? TextOperands[Name][Kind extends 'json' ? 'json' : 'text']
  : Operands<Value>[Kind];

/** The operands that do not depend on the kind's own. */
interface TextOperands {
  like: { text: string; json: never };
  contains: { text: string; json: { readonly [key: string]: JsonOperand } };
  not_contains: { text: never; json: { readonly [key: string]: JsonOperand } };
  exists: { text: never; json: string };
  not_exists: { text: never; json: string };
}

/**
 * Every comparator of a kind, each of which may be left out.
 *
 * @example
 * AnyComparison<'boolean', boolean> // => { eq?: boolean; neq?: boolean }
 */
export type AnyComparison<Kind extends FieldKind, Value> = {
  readonly [Name in Comparator<Kind>]?: OperandOf<Name, Kind, Value>;
};

/**
 * One comparator or more; they combine with AND.
 *
 * @example
 * Comparison<'boolean', boolean> // => { eq: boolean; neq?: boolean } | { neq: boolean; eq?: boolean }
 */
export type Comparison<Kind extends FieldKind, Value> = AtLeastOne<AnyComparison<Kind, Value>>;

/**
 * `Members` of which at least one is there. An object that asks nothing is refused (decision 18).
 *
 * @example
 * AtLeastOne<{ eq?: 1 }> // => { eq?: 1 } & { eq: 1 }
 */
export type AtLeastOne<Members> = {
  [Name in keyof Members]-?: Members & { readonly [_ in Name]-?: Members[Name] };
}[keyof Members];

/**
 * A bare value, which means equality (rule 1 of `where`). JSON has none but `null`: decision 27.
 *
 * @example
 * Bare<'decimal', string> // => string | number | bigint
 * Bare<'json', JsonObject | null> // => null
 */
export type Bare<Kind extends FieldKind, Value> =
  | (Kind extends 'json' ? never : Operands<Value>[Kind])
  | NullOf<Value>;
