import { buildFilter } from '../../src/query/filter-node.js';
import { QueryNode } from '../../src/query/query-node.js';
import { checkWhere as check } from '../../src/query/where.js';
import type { Resources } from '../../src/schema/resources.js';

/** Checks a `where`: the copy that is sent, and the filter that is built from it. */
export function checkWhere(schema: Resources, name: string, where: unknown) {
  const json = check(schema, name, new QueryNode('where', where));
  return { json, filter: buildFilter(schema, name, json) };
}
