import type { FieldKind } from '../../schema/field.js';
import type { Comparator } from '../../schema/kinds.js';

/**
 * A `Date`, or another object that converts to a string and to a number as a `Date` does. It has no
 * named members, so that an editor suggests the comparators of a date and not the methods of
 * `Date`.
 */
export interface DateLike {
  [Symbol.toPrimitive](hint: 'default'): string;
  [Symbol.toPrimitive](hint: 'string'): string;
  [Symbol.toPrimitive](hint: 'number'): number;
  [Symbol.toPrimitive](hint: string): number | string;
}

/**
 * Any string, in a union with declared values. `string` would absorb the declared values, and for
 * `string & {}` an editor would suggest the methods of strings among the comparators. Arrays and
 * sets, which also iterate over strings, do not fit: arrays have the first symbol, whose type is
 * the end of the compiler's message.
 */
export interface Text {
  readonly [Symbol.unscopables]?: never;
  [Symbol.iterator](): Iterator<string>;
  readonly [Symbol.toStringTag]?: never;
}

/**
 * The operand for a string field: any string, with the declared values of the field as suggestions.
 *
 * @example
 * TextOperand<string | null> // => string
 * TextOperand<OpenEnum<'main'>> // => 'main' | Text
 */
type TextOperand<Value> = [KnownValue<Value>] extends [never] ? string : KnownValue<Value> | Text;

/**
 * The declared values of a string field.
 *
 * @example
 * KnownValue<OpenEnum<'main'>> // => 'main'
 * KnownValue<string> // => never
 */
type KnownValue<Value> = Value extends string ? (string extends Value ? never : Value) : never;

/** A JSON value, readonly or not. */
export type JsonOperand =
  | string
  | number
  | boolean
  | null
  | readonly JsonOperand[]
  | { readonly [key: string]: JsonOperand };

/**
 * A JSON type that is declared by interfaces, in a form that operands and rows accept: an interface
 * has no index signature. What is no JSON, such as a function, is `never`.
 *
 * @example
 * interface Limits { daily: number }
 * const limits: AsJson<Limits> = { daily: 100 };
 * const where: Where<'balances'> = { variables: { contains: { limits } } };
 */
export type AsJson<Value> = Value extends (...args: never) => unknown
  ? never
  : { [Key in keyof Value]: AsJson<Value[Key]> };

/** The operands that fit a field of each kind. `Value` is the type of the field in a row. */
interface OperandsByKind<Value> {
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
 * The operands of all comparators. `null` fits only a nullable field, and never an ordered
 * comparator.
 */
interface OperandsByComparator<Kind extends FieldKind, Value> {
  eq: OperandsByKind<Value>[Kind] | Extract<Value, null>;
  neq: OperandsByKind<Value>[Kind] | Extract<Value, null>;
  in: readonly (OperandsByKind<Value>[Kind] | Extract<Value, null>)[];
  not_in: readonly (OperandsByKind<Value>[Kind] | Extract<Value, null>)[];
  gt: OperandsByKind<Value>[Kind];
  lt: OperandsByKind<Value>[Kind];
  gte: OperandsByKind<Value>[Kind];
  lte: OperandsByKind<Value>[Kind];
  like: string;
  contains: Kind extends 'json' ? { readonly [key: string]: JsonOperand } : string;
  not_contains: Kind extends 'json' ? { readonly [key: string]: JsonOperand } : string;
  exists: string;
  not_exists: string;
}

/**
 * An object of comparators, which are combined by AND. Without comparators it is no constraint
 * (decision 18).
 *
 * @example
 * Comparison<'boolean', boolean | null> // => { eq?: boolean | null; neq?: boolean | null }
 */
export type Comparison<Kind extends FieldKind, Value> = {
  [Name in Comparator<Kind>]?: OperandsByComparator<Kind, Value>[Name];
};

/**
 * A bare value, which means equality (rule 1 of `where`). An object on a JSON field consists of
 * comparators (decision 27). For dates, `Text` instead of `string`: without primitives in the
 * union, `{ ...where.created_at, lt: end }` compiles.
 *
 * @example
 * Bare<'decimal', string> // => string | number | bigint
 * Bare<'date', string> // => Text | DateLike
 * Bare<'json', JsonObject> // => string | number | boolean | readonly JsonOperand[]
 */
export type Bare<Kind extends FieldKind, Value> =
  | Extract<Value, null>
  | (Kind extends 'date'
      ? Text | DateLike
      : Kind extends 'json'
        ? Exclude<JsonOperand, { readonly [key: string]: JsonOperand } | null>
        : OperandsByKind<Value>[Kind]);
