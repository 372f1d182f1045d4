import { DEFAULT_NOW } from '../../../mock/clock.js';
import { fixedDefaults } from '../../../mock/rows/field-value.js';
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
} from '../../../schema/field.js';
import { fitsField, isUuid } from '../../../schema/kinds.js';
import { isDate } from '../../../values/date.js';
import { counted, kindOf } from '../../../values/describe.js';
import type { JsonRow } from '../service/response.js';

/** In how many rows a name is present, and null. */
export interface Evidence {
  readonly rows: number;
  readonly seen: number;
  readonly nulls: number;
}

export interface FieldEvidence extends Evidence {
  readonly values: readonly unknown[];
}

export interface Finding<Declaration> {
  /** As declared, or as the values require; `undefined` if nothing fits them. */
  readonly declaration?: Declaration;
  /** The evidence, if it is declared in another way. */
  readonly comment?: string;
  readonly undeclared?: string;
}

export function evidenceOf(rows: readonly JsonRow[], name: string): FieldEvidence {
  const all = rows.filter((row) => Object.hasOwn(row, name)).map((row) => row[name]);
  const values = all.filter((value) => value !== null);
  return { rows: rows.length, seen: all.length, nulls: all.length - values.length, values };
}

/**
 * How often a name was seen, in words.
 *
 * @example
 * describeEvidence({ rows: 120, seen: 120, nulls: 3 }) // => '120 of 120 rows; null in 3'
 */
export const describeEvidence = ({ rows, seen, nulls }: Evidence): string =>
  `${seen} of ${counted(rows, 'row')}${nulls > 0 ? `; null in ${nulls}` : ''}`;

interface FieldContext {
  readonly name: string;
  readonly declared: Field | undefined;
  /** Whether the field is only returned if an include names it. */
  readonly isComputed: boolean;
  readonly values: boolean;
  readonly rejected: readonly string[];
}

/** How many rows a field needs before repeated text counts as an enumeration. */
const MIN_ROWS = 20;
const MAX_ENUMERATION_VALUES = 12;
/** How many rows each value must have on average. */
const MIN_REPEATS = 4;
/** How many rows must have a value: one that a single row has could identify that row. */
const MIN_ROWS_OF_VALUE = 2;

/** A code, and not a sentence, a name with spaces, an address or a number. */
export const isCode = (text: string): boolean => /^[A-Za-z][\w.-]{0,39}$/.test(text);

/** Whether a field accepts all values: in a response, and in the rows of a mock. */
const accepts = (field: Pick<Field, 'kind' | 'format'>, values: readonly unknown[]): boolean =>
  values.every(
    (value) =>
      fitsField(field, value) &&
      (field.kind !== 'uuid' || isUuid(value)) &&
      (field.kind !== 'date' || isDate(value)),
  );

export function inferField(field: FieldEvidence, context: FieldContext): Finding<Field> {
  const { declared, isComputed, rejected } = context;
  const isNullable = field.nulls > 0 || (declared?.nullable ?? false);
  if (declared && accepts(declared, field.values)) {
    const added = addedValues(field, declared, context);
    const isUnchanged = declared.nullable === isNullable && declared.computed === isComputed;
    if (isUnchanged && added.length === 0 && rejected.length === 0)
      return { declaration: declared };
    const kept = declared.format === 'array' ? ['array'] : declared.values;
    const values = [...kept.filter((value) => !rejected.includes(value)), ...added];
    const valuesThat = (count: number, are: string) =>
      count === 0 ? '' : `; ${counted(count, `${are} value`)}`;
    const comment = `${describeEvidence(field)}${valuesThat(added.length, 'new')}${valuesThat(rejected.length, 'rejected')}`;
    return declare(context, declared.kind, values, isNullable, comment);
  }
  if (field.values.length === 0)
    return { undeclared: `null in ${field.nulls} of ${field.rows} rows` };
  const evidence = describeEvidence(field);
  if (!declared && field.seen < field.rows) return { undeclared: `only in ${evidence}` };
  if (field.values.every(Array.isArray)) {
    // It may also be a relation that no row has.
    if (field.values.flat().length === 0) return { undeclared: `empty array (${evidence})` };
    return declare(context, 'json', ['array'], isNullable, evidence);
  }
  const kind = inferKind(field, context.name);
  if (!kind) {
    const kinds = [...new Set(field.values.map(kindOf))].sort();
    return { undeclared: `values of several types: ${kinds.join(', ')} (${evidence})` };
  }
  const values = kind === 'enumeration' && context.values ? repeatedValues(field) : [];
  return declare(context, kind, values, isNullable, evidence);
}

function inferKind(field: FieldEvidence, name: string): FieldKind | undefined {
  const isEach = (kind: FieldKind) => accepts({ kind }, field.values);
  if (isEach('uuid')) return 'uuid';
  if (!isEach('string')) return (['integer', 'number', 'boolean', 'json'] as const).find(isEach);
  // The ids of rows are text for the client and the mock, also if they look like numbers or repeat.
  if (/^id$|_id$/.test(name)) return 'string';
  if (isEach('date')) return 'date';
  // Digits alone may be a code such as 0042, which is not equal to 42.
  if (isEach('decimal') && field.values.some((text) => String(text).includes('.')))
    return 'decimal';
  return isEnumeration(field) ? 'enumeration' : 'string';
}

function isEnumeration({ values }: FieldEvidence): boolean {
  const texts = [...new Set(values.map(String))];
  const isRepeated =
    texts.length <= MAX_ENUMERATION_VALUES && texts.length * MIN_REPEATS <= values.length;
  return values.length >= MIN_ROWS && isRepeated && texts.every((text) => isCode(text));
}

function repeatedValues({ values }: FieldEvidence): string[] {
  const counts = new Map<string, number>();
  for (const text of values.map(String)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts.keys()].filter((text) => (counts.get(text) ?? 0) >= MIN_ROWS_OF_VALUE).sort();
}

/** Members that a declaration with values lacks. None if they are too many for an enumeration. */
function addedValues(field: FieldEvidence, declared: Field, { values }: FieldContext): string[] {
  if (!values || (declared.kind !== 'enumeration' && declared.values.length === 0)) return [];
  const added = repeatedValues(field).filter(
    (text) => isCode(text) && !declared.values.includes(text),
  );
  return added.length <= MAX_ENUMERATION_VALUES ? added : [];
}

const builders = { string, enumeration, uuid, decimal, number, integer, boolean, date, json };

function declare(
  { declared, isComputed }: FieldContext,
  kind: FieldKind,
  values: readonly string[],
  isNullable: boolean,
  evidence: string,
): Finding<Field> {
  const build = builders[kind] as (...values: string[]) => Field<FieldKind, unknown, false>; // `json` has one value
  const stored = isNullable ? nullable(build(...values)) : build(...values);
  const before = declared && declared.kind !== kind ? `; declared as ${declared.kind}()` : '';
  if (!isComputed) return { declaration: stored, comment: `${evidence}${before}.` };
  return {
    declaration: computed(stored, () => placeholderOf(stored)),
    comment: `${evidence} with an include of it${before}. The function is a placeholder for the mock: replace it with extendSchema().`,
  };
}

/** A valid value of a computed field whose function is not known. */
export const placeholderOf = ({ kind, nullable, values, format }: Field): unknown =>
  nullable ? null : format === 'array' ? [] : (placeholders[kind] ?? values[0] ?? '');

const placeholders: typeof fixedDefaults = {
  ...fixedDefaults,
  uuid: '00000000-0000-4000-8000-000000000000',
  date: DEFAULT_NOW,
};
