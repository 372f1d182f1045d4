/**
 * The kinds of property that a resource can have. A kind decides the value in a row, the comparators of a filter
 * and the check of an operand.
 *
 * | kind | value in a row |
 * |---|---|
 * | `string`, `uuid` | text |
 * | `decimal` | decimal text such as `'100.00'`, never a float |
 * | `number`, `integer` | a JSON number |
 * | `boolean` | `true` or `false` |
 * | `enumeration` | text; the known values are a help for the editor, not a limit |
 * | `date` | ISO 8601 text in UTC with milliseconds |
 * | `json` | a JSON object |
 */
export type FieldKind =
  | 'string'
  | 'uuid'
  | 'decimal'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'enumeration'
  | 'date'
  | 'json';

/** Any value that JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object, the value of a `json` property. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** One property of a resource. Made by the builders below; `Value` is the type of the property in a row. */
export interface Field<
  Kind extends FieldKind = FieldKind,
  Value = unknown,
  Computed extends boolean = boolean,
> {
  readonly kind: Kind;
  /** Whether a row may hold `null` here. */
  readonly nullable: boolean;
  /** Whether the property is derived, and so comes only when it is asked for (rule 9 of `include`). */
  readonly computed: Computed;
  /** The values that the editor completes; any other text is accepted too (decision 15). */
  readonly values: readonly string[];
  /** How the mock derives a computed property from a stored row. */
  readonly compute?: (row: Readonly<Record<string, unknown>>) => unknown;
  /** For the compiler only; never there at run time. */
  readonly '~value'?: Value;
}

/** Text that completes the known values in the editor and accepts any other. */
export type Open<Values extends string> = string extends Values ? string : Values | (string & {});

function field<Kind extends FieldKind, Value>(
  kind: Kind,
  values: readonly string[] = [],
): Field<Kind, Value, false> {
  return { kind, nullable: false, computed: false, values };
}

/** Text. Values given are completed by the editor, and any other text is accepted. */
export const string = <Values extends string>(...values: Values[]) =>
  field<'string', Open<Values>>('string', values);

/** Text that holds a UUID. Compared as text (decision 28). */
export const uuid = () => field<'uuid', string>('uuid');

/** A decimal number as text, `'100.00'`: compared exactly and by value (decision 22), never turned into a float. */
export const decimal = () => field<'decimal', string>('decimal');

/** A JSON number. */
export const number = () => field<'number', number>('number');

/** A JSON number without a fraction. */
export const integer = () => field<'integer', number>('integer');

/** `true` or `false`. */
export const boolean = () => field<'boolean', boolean>('boolean');

/** One of some values, of which the known ones are completed by the editor (decision 15). */
export const enumeration = <Values extends string>(...values: Values[]) =>
  field<'enumeration', Open<Values>>('enumeration', values);

/** A point in time as ISO 8601 text in UTC with milliseconds. */
export const date = () => field<'date', string>('date');

/** A JSON object of any shape. */
export const json = () => field<'json', JsonObject>('json');

/** The same property, which may also be `null`. */
export function nullable<Kind extends FieldKind, Value, Computed extends boolean>(
  of: Field<Kind, Value, Computed>,
): Field<Kind, Value | null, Computed> {
  return { ...of, nullable: true };
}

/**
 * A property that is derived, not stored: it comes only when `include` names it.
 *
 * @param compute - How the mock derives it from a stored row.
 * @example
 * computed(string(), (row) => `${row.identifier_prefix}-${row.identifier_value}`)
 */
export function computed<Kind extends FieldKind, Value>(
  of: Field<Kind, Value, false>,
  compute: (row: Readonly<Record<string, unknown>>) => Value,
): Field<Kind, Value, true> {
  return { ...of, computed: true, compute };
}
