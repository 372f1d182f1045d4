import type { JsonObject } from 'payments-data-client';
import { isPlainObject } from '../../../../src/values/plain-object.js';
import { type IncludeLevel, readLevel } from './change-selection.js';
import type { Change } from './changed-server.js';
import { changeQuery } from './service-query.js';

/** Changes a row, whose include is given. */
type RowChange = (row: JsonObject, level: IncludeLevel) => void;

/** Changes each row of a response, the related rows too. */
export const changeIncludedRows = (change: RowChange): Change =>
  changeQuery(async (query, { request, next }) => {
    const body: unknown = await (await next(request)).json();
    changeRows(body, readLevel(query), change);
    return Response.json(body);
  });

function changeRows(value: unknown, level: IncludeLevel, change: RowChange): void {
  if (Array.isArray(value)) for (const item of value) changeRows(item, level, change);
  if (!isPlainObject(value)) return;
  for (const { name, level: inner } of level.relations) changeRows(value[name], inner, change);
  change(value as JsonObject, level); // parsed JSON
}
