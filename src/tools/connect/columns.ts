import type { Field } from '../../schema/field.js';
import type { Resources } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import type { Reading } from './rows.js';
import type { JsonRow } from './service.js';

/** What a module and a report say beside schema and dialect. */
export interface Note {
  /** The member of the dialect, the name of a resource, or the path of a field. */
  readonly topic: string;
  readonly text: string;
}

/** A stored field of a list, with the rows that were read. */
export interface Column {
  readonly resource: string;
  readonly path: string;
  readonly name: string;
  /** Such as `accounts.name`. */
  readonly topic: string;
  readonly field: Field;
  readonly rows: readonly JsonRow[];
}

/** The fields of all lists with rows. `id` is not among them, because each question names it. */
export const columnsOf = (schema: Resources, readings: readonly Reading[]): Column[] =>
  readings.flatMap(({ name: resource, path, rows }) =>
    Object.entries(own(schema, resource)?.fields ?? {}).flatMap(([name, field]) =>
      name === 'id' || field.computed || rows.size === 0
        ? []
        : [{ resource, path, name, topic: `${resource}.${name}`, field, rows: [...rows.values()] }],
    ),
  );

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
