import { isConfigurationError } from '../errors/usage-errors.js';
import { parseValue } from '../mock/rows/parse-value.js';
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
import { fits } from '../schema/kinds.js';
import { parseDate } from '../values/date.js';
import { kindOf } from '../values/describe.js';
import { isUuid } from '../values/uuid.js';
import { describeEvidence, type FieldEvidence } from './field-evidence.js';

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

/** A date without a time is text: the validator expects a time, because the service sends one in every date. */
const TIMESTAMP = /t\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i;

/** Whether a kind of field accepts a value: in a response, and in the rows of a mock. */
function accepts(kind: FieldKind, value: unknown): boolean {
  if (!fits[kind](value)) return false;
  if (typeof value !== 'string') return true;
  if (kind === 'uuid') return isUuid(value);
  return kind !== 'date' || (TIMESTAMP.test(value) && parseDate(value) !== undefined);
}

/** Whether a mock stores values as they are declared. */
const areStored = (declared: Field, values: readonly unknown[]): boolean =>
  (!declared.shared || new Set(values).size < 2) && values.every((value) => isStored(declared, value));

/** Whether a value has the format that a mock requires. */
function isStored(declared: Field, value: unknown): boolean {
  if (declared.format === undefined) return true;
  try {
    parseValue(declared, value, '', '', 'microseconds');
    return true;
  } catch (error) {
    if (isConfigurationError(error)) return false;
    throw error;
  }
}

/** Finds the declaration that the values of a field need. */
export function inferField(field: FieldEvidence, context: FieldContext): FieldFinding {
  const { declared, isComputed, rejected } = context;
  const isNullable = field.nulls > 0 || (declared?.nullable ?? false);
  const isDeclared = (kind: FieldKind) => field.values.every((value) => accepts(kind, value));
  if (declared && isDeclared(declared.kind) && areStored(declared, field.values)) {
    const added = addedValues(field, declared, context);
    const isSame = declared.nullable === isNullable && declared.computed === isComputed;
    if (isSame && added.length === 0 && rejected.length === 0) return { field: declared };
    const values = [...declared.values.filter((value) => !rejected.includes(value)), ...added];
    const counted = (count: number, what: string) =>
      count === 0 ? '' : `; ${count} ${what} ${count === 1 ? 'value' : 'values'}`;
    const comment = `${describeEvidence(field)}${counted(added.length, 'new')}${counted(rejected.length, 'rejected')}`;
    return declare(field, context, declared.kind, values, isNullable, comment);
  }
  if (field.values.length === 0) return { undeclared: `null in ${field.nulls} of ${field.rows} rows` };
  const kind = inferKind(field, context.name);
  if (!kind) return { undeclared: describeTypes(field) };
  const values = kind === 'enumeration' && context.values ? repeatedValues(field) : [];
  if (!declared && field.seen < field.rows) return { undeclared: `only in ${describeEvidence(field)}` };
  return declare(field, context, kind, values, isNullable);
}

/** The kind that accepts all values; `undefined` for arrays and for values of several types. */
function inferKind(field: FieldEvidence, name: string): FieldKind | undefined {
  const isEach = (kind: FieldKind) => field.values.every((value) => accepts(kind, value));
  if (isEach('uuid')) return 'uuid';
  if (!isEach('string')) return (['integer', 'number', 'boolean', 'json'] as const).find(isEach);
  // The ids of rows are text for the client and the mock, also if they look like numbers or repeat.
  if (/^id$|_id$/.test(name)) return 'string';
  if (isEach('date')) return 'date';
  // Digits alone may be a code such as 0042, which is not equal to 42.
  if (isEach('decimal') && field.values.some((text) => String(text).includes('.'))) return 'decimal';
  return isEnumeration(field) ? 'enumeration' : 'string';
}

/** How many rows have each text. */
function countTexts({ values }: FieldEvidence): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  return counts;
}

/** Whether text is an enumeration: few codes that repeat. */
function isEnumeration(field: FieldEvidence): boolean {
  const count = field.values.length;
  const texts = [...countTexts(field).keys()];
  const isRepeated = texts.length <= MAX_VALUES && texts.length * MIN_REPEATS <= count;
  return count >= MIN_ROWS && isRepeated && texts.every((text) => CODE.test(text));
}

/** The members of an enumeration, sorted. */
const repeatedValues = (field: FieldEvidence): string[] =>
  [...countTexts(field)].flatMap(([text, rows]) => (rows >= MIN_ROWS_OF_VALUE ? [text] : [])).sort();

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

/** Why values have no kind, such as `array of strings (12 of 12 rows)`. */
function describeTypes(field: FieldEvidence): string {
  const kinds = [...new Set(field.values.map(kindOf))].sort();
  const items = [...new Set(field.values.flat().map(kindOf))];
  const isArray = kinds.join() === 'an array';
  const several = 'values of several types';
  const ofItems = items.length > 1 ? several : `${items[0]?.replace(/^an? /, '')}s`;
  const array = items.length === 0 ? 'empty array' : `array of ${ofItems}`;
  return `${isArray ? array : `${several}: ${kinds.join(', ')}`} (${describeEvidence(field)})`;
}
