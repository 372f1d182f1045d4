import { counted, kindOf } from '../../messages/describe.js';
import {
  type Field,
  type FieldKind,
  type JsonValue,
  json,
  nullable,
  string,
} from '../../schema/field.js';
import { fitsField, isUuid } from '../../schema/kinds.js';
import { isDate } from '../../values/date.js';
import { isPlainObject, own } from '../../values/plain-object.js';
import type { JsonRow } from './service.js';

/** In how many rows a name is present, and its values. */
export interface Evidence {
  readonly rows: number;
  readonly seen: number;
  readonly nulls: number;
  /** Those that are not null. */
  readonly values: readonly JsonValue[];
}

export function evidenceOf(rows: readonly JsonRow[], name: string): Evidence {
  const all = rows.map((row) => own(row, name)).filter((value) => value !== undefined);
  const values = all.filter((value) => value !== null);
  return { rows: rows.length, seen: all.length, nulls: all.length - values.length, values };
}

/** Such as `Seen in 120 rows, null in 3`, or `Seen in all 60 rows` of a list that has no others. */
export function describeEvidence({ rows, seen, nulls, values }: Evidence, isWhole = false): string {
  const part = seen < rows ? `${seen} of ` : isWhole ? 'all ' : '';
  const isRounded = values.some((value) => Number.isInteger(value) && !Number.isSafeInteger(value));
  return [
    `Seen in ${part}${counted(rows, 'row')}`,
    ...(nulls > 0 ? [`null in ${nulls}`] : []),
    ...(isRounded ? ['with integers above 2^53, which readers of JSON round'] : []),
  ].join(', ');
}

/** A field, or none, and why there is none or why it is not as it was declared. */
interface InferredField {
  readonly field?: Field | undefined;
  readonly reason?: string | undefined;
}

/** The kinds that text may have, the most special first, and those of all other values. */
const textKinds = ['uuid', 'date', 'decimal', 'string'] as const;
const otherKinds = ['integer', 'number', 'boolean'] as const;

/** Whether each value is one of the kind: in a response, and in the rows of a mock. */
export const areOfKind = (
  field: Pick<Field, 'kind' | 'format'>,
  values: readonly unknown[],
): boolean =>
  values.every((value) => {
    if (field.kind === 'date') return isDate(value); // a filter, too
    return fitsField(field, value) && (field.kind !== 'uuid' || isUuid(value));
  });

/** @param declared - Kept if the values fit it, or if all of them are null. */
export function inferField(name: string, evidence: Evidence, declared?: Field): InferredField {
  const { values, nulls, seen, rows } = evidence;
  const isNullable = nulls > 0 || (declared?.nullable ?? false);
  const withNull = (field: Field): Field => (isNullable ? nullable(field) : field);
  if (declared && areOfKind(declared, values))
    return { field: declared.nullable === isNullable ? declared : withNull(declared) };
  if (values.length === 0) return { reason: `null in all of ${counted(nulls, 'row')}` };
  if (!declared && seen < rows) return { reason: `only in ${seen} of ${counted(rows, 'row')}` };
  const reason = declared && `it was declared as ${declared.kind}()`;
  const kind = kindOfValues(name, values);
  if (kind) return { field: withNull({ ...string(), kind }), reason };
  if (values.every(Array.isArray)) {
    const field = withNull(json('array'));
    return { field, reason: reason ?? 'an array of values that are no rows' };
  }
  if (values.every(isPlainObject)) return { field: withNull(json('object')), reason };
  const types = [...new Set(values.map(kindOf))].sort().join(', ');
  return { field: withNull(json()), reason: reason ?? `values of several types: ${types}` };
}

/** `undefined` for JSON. */
function kindOfValues(
  name: string,
  values: readonly unknown[],
): Exclude<FieldKind, 'json' | 'enumeration'> | undefined {
  const isEach = (kind: FieldKind) => areOfKind({ kind }, values);
  if (!isEach('string')) return otherKinds.find(isEach);
  // The ids of rows are text for the client and the mock, also if they look like numbers.
  if (/^id$|_id$/.test(name)) return isEach('uuid') ? 'uuid' : 'string';
  // Digits alone may be a code such as 0042, which is not equal to 42.
  const isFraction = values.some((value) => String(value).includes('.'));
  return textKinds.find((kind) => isEach(kind) && (kind !== 'decimal' || isFraction));
}

/** More values than these are no enumeration, and are not written. */
const MOST_VALUES = 20;

/** How many rows each value must have on average, and how many rows there must be. */
const REPEATS = { average: 4, rows: 20 };

/** A code, and not a sentence, a name with spaces, an address or a number. */
const isCode = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z][\w.-]{0,29}$/.test(text);

/** Fields whose values may name people or things outside. */
const PRIVATE = new RegExp(
  `(^|_)(${[
    'id|ids|name|names|title|email|mail|phone|iban|bic|address|street',
    'external|identifier|description|note|notes|comment|reference|label|token|secret|key',
  ].join('|')})(_|$)`,
  'i',
);

/** Whether these values of a field may be written into a module, which has the declared ones. */
export function areWritable(
  name: string,
  values: readonly string[],
  declared?: Pick<Field, 'values'>,
): boolean {
  const added = values.filter((value) => !declared?.values.includes(value));
  if (added.length === 0) return true;
  return !PRIVATE.test(name) && added.length <= MOST_VALUES && added.every(isCode);
}

/** Whether a text field has a few values that repeat. */
export function areRepeated(name: string, { values }: Evidence): boolean {
  const texts = [...new Set(values.map(String))];
  const isRepeated = texts.length * REPEATS.average <= values.length;
  return values.length >= REPEATS.rows && isRepeated && areWritable(name, texts);
}
