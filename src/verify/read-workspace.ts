import type { JsonObject } from '../schema/field.js';
import type { Resources } from '../schema/resources.js';
import { otherStyles, strictJson, writeInStyle } from './json-style.js';
import { InconclusiveError } from './probe.js';
import { type Row, rowsInBody } from './rows-in-body.js';
import type { ServiceSession } from './service-session.js';
import { listedResources, Workspace } from './workspace.js';

/** The data of a service, or why none could be read. */
interface ReadWorkspace {
  readonly workspace: Workspace;
  /** Why no list could be read: the service cannot be reached, rejects the key, or is another service. */
  readonly failure?: string;
}

/**
 * Reads the first page of each list. Stops if the first request gets no response, or if the service rejects
 * the key.
 */
export async function readWorkspace(session: ServiceSession, schema: Resources): Promise<ReadWorkspace> {
  const rows = new Map<string, readonly Row[]>();
  const failures: string[] = [];
  let envelope: string | undefined;
  for (const { name, path } of listedResources(schema)) {
    try {
      const { status, body } = await session.reply({ path });
      if (status === 401)
        return {
          workspace: new Workspace(schema, rows, envelope),
          failure: `GET /v1${path} returned 401. Check the API key.`,
        };
      const found = status < 300 ? rowsInBody(body) : undefined;
      if (found) {
        envelope ??= found.envelope;
        rows.set(name, found.rows);
      } else
        failures.push(
          status < 300 ? `GET /v1${path} returned no list of rows` : `GET /v1${path} returned ${status}`,
        );
    } catch (error) {
      if (!(error instanceof InconclusiveError)) throw error;
      failures.push(error.message);
      if (rows.size === 0 && failures.length === 1 && !error.hasResponse) break;
    }
  }
  const workspace = new Workspace(schema, rows, envelope);
  const [failure] = failures;
  return { workspace, ...(rows.size === 0 && { failure: failure ?? 'the schema has no lists' }) };
}

/** Writes all requests in another style of JSON if the service does not read strict JSON. */
export async function chooseStyle(session: ServiceSession, { resources }: Workspace): Promise<void> {
  const [resource] = resources;
  const id = resource?.rows[0]?.id;
  if (!resource || typeof id !== 'string') return;
  const { path } = resource;
  for (const style of [strictJson, ...otherStyles]) {
    const write = (json: JsonObject) => writeInStyle(json, style);
    const { isRejection } = await session.reply({ path, where: { id: { in: [id] } }, write });
    if (isRejection) continue;
    session.style = style;
    return;
  }
}
