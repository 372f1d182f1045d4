import {
  boolean,
  computed,
  date,
  decimal,
  enumeration,
  type Field,
  type FieldKind,
  integer,
  json,
  nullable,
  number,
  string,
  uuid,
} from '../schema/field.js';
import {
  describeEvidence,
  type FieldEvidence,
  hasOnly,
  isDateText,
  isDecimalText,
  isText,
  isUuidText,
} from './field-evidence.js';

/** What the values of a field show. */
interface FieldFinding {
  /** The field, as declared or as its values require; `undefined` if no kind fits. */
  readonly field?: Field;
  /** The evidence, if the field is declared in another way. */
  readonly comment?: string;
  /** Why there is no field. */
  readonly undeclared?: string;
}

/** What is known about a field before its values are read. */
interface FieldContext {
  readonly name: string;
  /** The declaration in the schema that is extended. */
  readonly declared: Field | undefined;
  /** Whether the field is only returned if an include names it. */
  readonly isComputed: boolean;
  /** Whether the members of enumerations may be written. */
  readonly values: boolean;
  /** Declared members that the service rejects. */
  readonly rejected: readonly string[];
}

/** How many rows a field needs before repeated text counts as an enumeration. */
const MIN_ROWS = 20;
/** How many values an enumeration has at most. */
const MAX_VALUES = 12;
/** How many rows each value must have on average. */
const MIN_REPEATS = 4;
/** How many rows must have a value: one that a single row has could identify that row. */
const MIN_ROWS_OF_VALUE = 2;

/** A code, and not a sentence, a name with spaces, an address or a number. */
const CODE = /^[A-Za-z][\w.-]{0,39}$/;

/** Whether a kind of field accepts all values that were seen. */
const accepts: Record<FieldKind, (field: FieldEvidence) => boolean> = {
  string: isText,
  enumeration: isText,
  uuid: isUuidText,
  date: isDateText,
  decimal: isDecimalText,
  number: (field) => hasOnly(field, 'integer', 'number'),
  integer: (field) => hasOnly(field, 'integer'),
  boolean: (field) => hasOnly(field, 'boolean'),
  json: (field) => hasOnly(field, 'object'),
};

/** Finds the declaration that the values of a field need. */
export function inferField(field: FieldEvidence, context: FieldContext): FieldFinding {
  const { declared, isComputed, rejected } = context;
  const isNullable = field.nulls > 0 || (declared?.nullable ?? false);
  if (declared && (field.types.size === 0 || accepts[declared.kind](field))) {
    const added = addedValues(field, declared, context);
    const isSame = declared.nullable === isNullable && declared.computed === isComputed;
    if (isSame && added.length === 0 && rejected.length === 0) return { field: declared };
    const values = [...declared.values.filter((value) => !rejected.includes(value)), ...added];
    const counted = (count: number, what: string) =>
      count === 0 ? '' : `; ${count} ${what} ${count === 1 ? 'value' : 'values'}`;
    const comment = `${describeEvidence(field)}${counted(added.length, 'new')}${counted(rejected.length, 'rejected')}`;
    return declare(field, context, declared.kind, values, isNullable, comment);
  }
  if (field.types.size === 0) return { undeclared: `null in ${field.nulls} of ${field.rows} rows` };
  const kind = inferKind(field, context.name);
  if (!kind) return { undeclared: describeTypes(field) };
  const values = kind === 'enumeration' && context.values ? repeatedValues(field) : [];
  if (!declared && field.seen < field.rows) return { undeclared: `only in ${describeEvidence(field)}` };
  return declare(field, context, kind, values, isNullable);
}

/** The kind that accepts all values; `undefined` for arrays and for values of several types. */
function inferKind(field: FieldEvidence, name: string): FieldKind | undefined {
  if (isUuidText(field)) return 'uuid';
  // The ids of rows are text for the client and the mock, also if they look like numbers or repeat.
  if (isText(field) && /^id$|_id$/.test(name)) return 'string';
  if (isDateText(field)) return 'date';
  // Digits alone may be a code such as 0042, which is not equal to 42.
  if (isDecimalText(field) && [...field.texts.keys()].some((text) => text.includes('.'))) return 'decimal';
  if (isText(field)) return isEnumeration(field) ? 'enumeration' : 'string';
  return (['integer', 'number', 'boolean', 'json'] as const).find((kind) => accepts[kind](field));
}

/** Whether text is an enumeration: few codes that repeat. */
function isEnumeration({ texts, seen, nulls }: FieldEvidence): boolean {
  const count = seen - nulls;
  return (
    count >= MIN_ROWS &&
    texts.size <= MAX_VALUES &&
    texts.size * MIN_REPEATS <= count &&
    [...texts.keys()].every((text) => CODE.test(text))
  );
}

/** The members of an enumeration, sorted. */
const repeatedValues = ({ texts }: FieldEvidence): string[] =>
  [...texts].flatMap(([text, rows]) => (rows >= MIN_ROWS_OF_VALUE ? [text] : [])).sort();

/** Members that a declaration with values lacks. None if they are too many for an enumeration. */
function addedValues(field: FieldEvidence, declared: Field, { values }: FieldContext): string[] {
  if (!values || (declared.kind !== 'enumeration' && declared.values.length === 0)) return [];
  const added = repeatedValues(field).filter((text) => CODE.test(text) && !declared.values.includes(text));
  return added.length <= MAX_VALUES ? added : [];
}

function declare(
  field: FieldEvidence,
  { declared, isComputed }: FieldContext,
  kind: FieldKind,
  values: readonly string[],
  isNullable: boolean,
  evidence = describeEvidence(field),
): FieldFinding {
  const plain = builders[kind](...values);
  const stored = isNullable ? nullable(plain) : plain;
  const before = declared && declared.kind !== kind ? `; ${declared.kind}() in paymentsSchema` : '';
  if (!isComputed) return { field: stored, comment: `${evidence}${before}.` };
  return {
    field: computed(stored, () => placeholderOf(stored)),
    comment: `${evidence} with an include of it${before}. The function is a placeholder for the mock: replace it with extendSchema().`,
  };
}

const builders: Record<FieldKind, (...values: string[]) => Field<FieldKind, unknown, false>> = {
  string,
  enumeration,
  uuid,
  decimal,
  number,
  integer,
  boolean,
  date,
  json,
};

/** A valid value of a computed field whose function is not known. */
export const placeholderOf = ({ kind, nullable, values }: Field): unknown =>
  nullable ? null : (placeholders[kind] ?? values[0] ?? '');

const placeholders: { readonly [Kind in FieldKind]?: unknown } = {
  uuid: '00000000-0000-4000-8000-000000000000',
  decimal: '0.00',
  number: 0,
  integer: 0,
  boolean: false,
  date: '2026-01-01T00:00:00.000Z',
  json: {},
};

/** Why values have no kind. */
function describeTypes(field: FieldEvidence): string {
  const types = [...field.types].sort();
  const names = types.map((type) => (type === 'array' ? describeArray(field) : type));
  const what = types.length > 1 ? `values of several types: ${names.join(', ')}` : names.join('');
  return `${what} (${describeEvidence(field)})`;
}

/** Such as `array of strings`. */
function describeArray({ items }: FieldEvidence): string {
  const [only, another] = items;
  if (only === undefined) return 'empty array';
  return another === undefined
    ? `array of ${only.replace(/^an? /, '')}s`
    : 'array of values of several types';
}
