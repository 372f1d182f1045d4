import type { Resources } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { askForCertain } from '../service/ask-again.js';
import { rowsOf } from '../service/read-pages.js';
import type { Service } from '../service/service.js';
import { isNamedAfter, pathsOf, resourceNameOf } from './conventional-names.js';
import { type Reading, type ReadOptions, readResource } from './read-resource.js';

/**
 * Reads the rows of every resource: those of the schema, those of the options, and those that foreign keys suggest. For
 * a foreign key `counterparty_id`, the service is asked whether it has `/counterparties`.
 */
export async function readWorkspace(
  service: Service,
  base: Resources,
  options: ReadOptions,
): Promise<Reading[]> {
  const paths = new Map<string, string | undefined>(
    Object.entries(base).map(([name, { path, operations }]) => [
      name,
      operations.includes('list') ? path : undefined,
    ]),
  );
  for (const [name, path] of [...options.paths].sort()) paths.set(name, path);
  const readings: Reading[] = [];
  const asked = new Set<string>();
  let waiting = [...paths];
  while (waiting.length > 0) {
    const resources = [...paths.keys()];
    const read = ([name, path]: (typeof waiting)[number]) =>
      path === undefined ? [] : readResource(service, name, path, own(base, name), resources, options);
    readings.push(...(await Promise.all(waiting.map(read))).flat());
    waiting = options.onlyDeclared ? [] : await findSuggested(service, readings, resources, asked);
    for (const [name, path] of waiting) paths.set(name, path);
  }
  return readings;
}

/** The resources that foreign keys of the rows suggest, and that the service lists. */
async function findSuggested(
  service: Service,
  readings: readonly Reading[],
  resources: readonly string[],
  asked: Set<string>,
): Promise<[string, string][]> {
  const columns = new Set<string>();
  for (const { rows, included } of readings)
    for (const row of [...rows.values(), ...included.values()])
      for (const part of [row, ...Object.values(row).flat()])
        for (const [name, value] of Object.entries(part ?? {}))
          if (name.endsWith('_id') && typeof value === 'string') columns.add(name.slice(0, -3));
  const found: [string, string][] = [];
  for (const relation of [...columns].sort()) {
    const name = resourceNameOf(relation, false);
    if (asked.has(name) || resources.some((resource) => isNamedAfter(relation, resource))) continue;
    asked.add(name);
    for (const path of pathsOf(name)) {
      const answer = await askForCertain(service, { path });
      if (rowsOf(answer).length === 0) continue;
      found.push([name, path]);
      break;
    }
  }
  return found;
}
