import { ConfigurationError } from '../errors/usage-errors.js';
import type { HttpResult } from '../http/request.js';
import type { SelectionNode } from '../query/include.js';
import type { Validator } from '../query/validator.js';
import type { Resources } from '../schema/resources.js';
import { isPlainObject } from '../values/plain-object.js';
import type { WithResponse } from './response-promise.js';

/** What the data of an answer is held against. */
export interface Promised {
  readonly schema: Resources;
  readonly validator: Validator | undefined;
}

/** A row of an answer, of which little is known. */
export type AnyRow = Readonly<Record<string, unknown>>;

/**
 * The row that an answer brings, out of its envelope if it has one (decision 1).
 *
 * @throws ResponseError where it brings something else, and for what the validator finds.
 */
export function readRow(
  answer: HttpResult,
  selection: SelectionNode,
  promised: Promised,
): WithResponse<AnyRow> {
  const { data, pagination } = unwrap(answer.data);
  if (!isPlainObject(data))
    throw answer.error(`one of ${selection.resource} was due, and ${named(data)} came.`);
  validate(answer, data, selection, promised, false);
  return { data, response: answer.response, pagination };
}

/** The rows that an answer brings; see {@link readRow}. */
export function readRows(
  answer: HttpResult,
  selection: SelectionNode,
  promised: Promised,
): WithResponse<AnyRow[]> {
  const { data, pagination } = unwrap(answer.data);
  if (!Array.isArray(data)) {
    throw answer.error(`an array of ${selection.resource} was due, and ${named(data)} came.`);
  }
  const odd = data.findIndex((row) => !isPlainObject(row));
  if (odd >= 0) throw answer.error(`[${odd}] is ${named(data[odd])}, not one of ${selection.resource}.`);
  validate(answer, data, selection, promised, true);
  return { data, response: answer.response, pagination };
}

function validate(
  answer: HttpResult,
  data: unknown,
  selection: SelectionNode,
  { schema, validator }: Promised,
  many: boolean,
): void {
  const issues = validator?.({ data, schema, selection, many }) ?? [];
  if (!Array.isArray(issues))
    throw new ConfigurationError(
      '`validator` did not answer with an array of issues. Give what zodValidator() returns, or a function that is not async.',
    );
  const [first] = issues;
  if (!first) return;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  throw answer.error(
    `the data is not what the query promises. ${first.path || 'It'}: ${first.message}${more}.`,
    issues,
  );
}

/** A row always has `id`, so an object with `result` and without `id` is an envelope. */
function unwrap(data: unknown): { data: unknown; pagination: unknown } {
  if (isPlainObject(data) && Object.hasOwn(data, 'result') && !Object.hasOwn(data, 'id'))
    return { data: data.result, pagination: data.pagination };
  return { data, pagination: undefined };
}

/** What came, and nothing of what it holds: the message goes further than the data should. */
const named = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  return isPlainObject(value) ? 'an object' : value === null ? 'null' : `a ${typeof value}`;
};
