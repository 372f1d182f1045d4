/**
 * The kind of a field. It determines the value in a row, the comparators of a filter and the check
 * of their operands.
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

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/**
 * A field of a resource, created by {@link string} and the other builders. `Value` is its type in a
 * row.
 */
export interface Field<
  Kind extends FieldKind = FieldKind,
  Value = unknown,
  Computed extends boolean = boolean,
> {
  readonly kind: Kind;
  /** Whether the value may be `null`. */
  readonly nullable: boolean;
  /**
   * Whether the service derives the value. A computed field is only returned if `include` names it.
   */
  readonly computed: Computed;
  /** The values that the editor completes. Any other text is accepted too. */
  readonly values: readonly string[];
  /** JSON is always an object, or always an array. */
  readonly format?: 'object' | 'array';
  /** How the mock derives the value of a computed field from a stored row. */
  readonly compute?: (row: Readonly<Record<string, unknown>>) => unknown;
  /** Types only; not present at run time. */
  readonly '~value'?: Value;
}

/** Text with declared values, which the editor suggests. Any other text is accepted too. */
export type OpenEnum<Values extends string> = string extends Values
  ? string
  : Values | (string & {});

function createField<Kind extends FieldKind, Value>(
  kind: Kind,
  values: readonly string[] = [],
): Field<Kind, Value, false> {
  return { kind, nullable: false, computed: false, values };
}

/** Text. Editors suggest these values; other text is accepted, too. */
export const string = <Values extends string>(...values: Values[]) =>
  createField<'string', OpenEnum<Values>>('string', values);

// `none` keeps what JavaScript passes, so that `defineSchema` rejects `uuid({ nullable: true })`.

/** A UUID. Compared as text. */
export const uuid = (...none: []) => createField<'uuid', string>('uuid', none);

/**
 * A decimal string such as `'100.00'`. Compared exactly by value, and never converted to a float.
 */
export const decimal = (...none: []) => createField<'decimal', string>('decimal', none);

/** A JSON number. */
export const number = (...none: []) => createField<'number', number>('number', none);

/** A JSON number without a fraction. */
export const integer = (...none: []) => createField<'integer', number>('integer', none);

/** `true` or `false`. */
export const boolean = (...none: []) => createField<'boolean', boolean>('boolean', none);

/**
 * One of several values, without an order. Editors suggest these values; other text is accepted,
 * too.
 */
export const enumeration = <Values extends string>(...values: Values[]) =>
  createField<'enumeration', OpenEnum<Values>>('enumeration', values);

/** A day, or a point in time: ISO 8601 text such as `2026-01-31` or `2026-01-31T12:00:00.000Z`. */
export const date = (...none: []) => createField<'date', string>('date', none);

/**
 * Any JSON, or always an object or an array.
 *
 * @example
 * json() // { tier: 'gold' }, ['a', 'b'] or 'text'
 * json('object') // { tier: 'gold' }
 * json('array') // ['a', 'b']
 */
export const json = <Format extends 'object' | 'array' | undefined = undefined>(
  format?: Format,
): Field<
  'json',
  Format extends 'object' ? JsonObject : Format extends 'array' ? JsonValue[] : AnyJson,
  false
> => ({
  ...createField('json'),
  ...(format && { format }),
});

/** Any JSON but null, which `nullable` adds. */
type AnyJson = Exclude<JsonValue, null>;

/** The same field, which may also be `null`. */
export function nullable<Kind extends FieldKind, Value, Computed extends boolean>(
  field: Field<Kind, Value, Computed>,
): Field<Kind, Value | null, Computed> & { readonly nullable: true } {
  return { ...field, nullable: true };
}

/**
 * A field that the service derives from others. It is only returned if `include` names it.
 *
 * @param compute - How the mock derives the value from a stored row.
 * @example
 * computed(string(), (row) => `${row.identifier_prefix}-${row.identifier_value}`)
 */
export function computed<Kind extends FieldKind, Value>(
  field: Field<Kind, Value, false>,
  compute: (row: Readonly<Record<string, unknown>>) => Value,
): Field<Kind, Value> {
  return { ...field, computed: true, compute };
}
