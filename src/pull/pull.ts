import { extendSchema } from '../schema/define-schema.js';
import { paymentsSchema } from '../schema/payments-schema.js';
import type { Resources } from '../schema/resources.js';
import { checkRows, type Disagreement } from './check-rows.js';
import { evaluate } from './expression.js';
import { type Changes, findChanges, type Note } from './find-changes.js';
import { type ReadOptions, type ResourceReading, readResource } from './read-resource.js';
import { extensionOf, writeModule } from './write-module.js';

/** What to pull. */
export interface PullOptions extends Pick<ReadOptions, 'connection' | 'rows' | 'tries' | 'signal'> {
  /** The paths of resources that the payments schema lacks, by name; or other paths of its resources. */
  readonly paths: ReadonlyMap<string, string>;
  /** Whether the members of enumerations may be written. */
  readonly values: boolean;
}

/** The result of a pull. */
export interface Pulled {
  /** The text of the module. */
  readonly text: string;
  /** The schema that the module exports. */
  readonly schema: Resources;
  readonly changes: Changes;
  readonly readings: readonly ResourceReading[];
  /** What could not be read. */
  readonly unread: readonly Note[];
  /** Names of `tries` that are neither relations nor computed properties. */
  readonly missing: readonly Note[];
  /** The rows that the written schema does not describe. */
  readonly disagreements: readonly Disagreement[];
}

/** How many resources are read at a time. The requests of each follow one another. */
const CONCURRENCY = 4;

/**
 * Reads the rows of a service, and writes a module that extends the payments schema with what they show.
 *
 * @throws Error if nothing can be read, or if reading fails for a reason that may pass, such as a lost connection.
 */
export async function pull(options: PullOptions): Promise<Pulled> {
  const base: Resources = { ...paymentsSchema };
  const readings = await readResources(base, options);
  const unread = readings.flatMap(({ name, failure }) =>
    failure === undefined ? [] : [{ path: [name], text: failure }],
  );
  const changes = findChanges(base, readings, options.values);
  const extension = evaluate(extensionOf(changes)) as Parameters<typeof extendSchema>[1];
  const schema = extendSchema(base, extension) as Resources;
  return {
    text: writeModule(changes, unread),
    schema,
    changes,
    readings,
    unread,
    missing: findMissing(readings, options.tries),
    disagreements: checkRows(schema, readings, changes.known),
  };
}

async function readResources(base: Resources, options: PullOptions): Promise<ResourceReading[]> {
  const paths = new Map(
    Object.entries(base).flatMap(([name, { path }]) => (path === undefined ? [] : [[name, path] as const])),
  );
  for (const [name, path] of [...options.paths].sort()) paths.set(name, path);
  const resources = [...new Set([...Object.keys(base), ...paths.keys()])];
  const stop = new AbortController();
  const abort = () => stop.abort(options.signal.reason);
  if (options.signal.aborted) abort();
  options.signal.addEventListener('abort', abort, { once: true });
  const readings = new Map<string, ResourceReading>();
  const waiting = [...paths];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, path] = next;
      readings.set(
        name,
        await readResource(name, path, Object.hasOwn(base, name) ? base[name] : undefined, {
          ...options,
          resources,
          signal: stop.signal,
        }),
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  } catch (error) {
    stop.abort(error); // the other requests
    throw error;
  } finally {
    options.signal.removeEventListener('abort', abort);
  }
  // In the order of the schema, not of the responses.
  return resources.flatMap((name) => readings.get(name) ?? []);
}

function findMissing(readings: readonly ResourceReading[], tries: ReadOptions['tries']): Note[] {
  return [...tries].flatMap(([resource, names]) => {
    const asked = readings.filter(({ name }) => resource === '*' || name === resource);
    const path = resource === '*' ? [] : [resource];
    return names.flatMap((name) => {
      if (asked.some(({ probes }) => probes.get(name) === 'returned')) return [];
      const isDefault = asked.some(({ rows }) => [...rows.values()].some((row) => Object.hasOwn(row, name)));
      const text = isDefault
        ? 'is returned without an include'
        : 'no row has it, even if an include names it';
      return [{ path: [...path, name], text }];
    });
  });
}
