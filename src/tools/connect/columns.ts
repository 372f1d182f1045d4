import type { Field, JsonValue } from '../../schema/field.js';
import type { Resources } from '../../schema/lookup.js';
import { own } from '../../values/plain-object.js';
import { type Evidence, evidenceOf } from './fields.js';
import type { Reading } from './rows.js';
import type { Answer, JsonRow, Service } from './service.js';

/** A stored field of a list, with the rows that were read. */
export interface Column {
  readonly resource: string;
  readonly path: string;
  readonly name: string;
  /** Such as `accounts.name`. */
  readonly topic: string;
  readonly field: Field;
  readonly rows: readonly JsonRow[];
  readonly evidence: Evidence;
}

/** The fields of all lists with rows. `id` is not among them, because each question names it. */
export const columnsOf = (schema: Resources, readings: readonly Reading[]): Column[] =>
  readings.flatMap(({ name: resource, path, rows: byId }) => {
    const rows = [...byId.values()];
    const fields = rows.length > 0 ? Object.entries(own(schema, resource)?.fields ?? {}) : [];
    return fields
      .filter(([name, { computed }]) => name !== 'id' && !computed)
      .map(([name, field]) => {
        const topic = `${resource}.${name}`;
        return { resource, path, name, topic, field, rows, evidence: evidenceOf(rows, name) };
      });
  });

/** The value of a column in a row; null if there is none. */
export const valueIn = ({ name }: Pick<Column, 'name'>, row: JsonRow) => own(row, name) ?? null;

/** Whether two readings of a row have the same value. */
export const isUnchanged = (
  column: Pick<Column, 'name'>,
  row: JsonRow,
  again: JsonRow | undefined,
) =>
  again !== undefined &&
  JSON.stringify(valueIn(column, again)) === JSON.stringify(valueIn(column, row));

export const readAgain = (service: Service, { path }: Pick<Column, 'path'>, { id }: JsonRow) =>
  service.ask({ path, where: { id } });

/**
 * Asks for a row that a filter of a column, or of a relation, must find or must not find.
 *
 * @returns Also whether it was found; `undefined` if anything else came.
 */
export async function askRow(
  service: Service,
  { path, name }: Pick<Column, 'path' | 'name'>,
  { id }: JsonRow,
  filter: JsonValue,
): Promise<Answer & { readonly isFound: boolean | undefined }> {
  const answer = await service.ask({ path, where: { AND: [{ id }, { [name]: filter }] } });
  const [row, ...rest] = answer.rows ?? [];
  const isOnly = row?.id === id && rest.length === 0 ? true : undefined;
  return { ...answer, isFound: answer.rows?.length === 0 ? false : isOnly };
}
