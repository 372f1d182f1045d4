import { paymentsSchema } from '../schema/payments-schema.js';
import type { Resources } from '../schema/resources.js';
import { type Advice, adviseOn } from './advice.js';
import { cleanReport, cleanText } from './clean-text.js';
import { createMask } from './mask.js';
import { InconclusiveError } from './probe.js';
import { probes } from './probes.js';
import { chooseStyle, readWorkspace } from './read-workspace.js';
import { type ProbeReport, runProbes } from './run-probes.js';
import { schemaNames } from './schema-names.js';
import { matcherOf, selectProbes } from './select-probes.js';
import { ServiceSession, type SessionOptions } from './service-session.js';

/** The options of {@link verifyService}. */
export interface VerifyOptions extends SessionOptions {
  /** The resources of the service. Default: `paymentsSchema`. */
  readonly schema?: Resources | undefined;
  /** The file that the schema was loaded from, for the advice. */
  readonly schemaModule?: string | undefined;
  /** Patterns of the probes to run, such as `where.*`. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** Patterns of probes that may differ. Default: none. */
  readonly accept?: readonly string[] | undefined;
  /** Whether the report contains values of rows. Default: placeholders. */
  readonly showValues?: boolean | undefined;
  /** Called after each probe with the number of finished probes and of all probes. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

/** The result of {@link verifyService}. It can be written as JSON. */
export interface VerifyReport {
  /** The base URL of the service, with `/v1`. */
  readonly service: string;
  /** ISO 8601 in UTC. */
  readonly date: string;
  /** Why no probe ran: the service cannot be reached, or rejects the key. Absent otherwise. */
  readonly failure?: string;
  /** Whether the lists of the service have no rows at all. */
  readonly isEmpty: boolean;
  readonly probes: readonly ProbeReport[];
  readonly advice: Advice;
}

/**
 * Finds out which rules of the API specification, and which decisions of this package, a service follows.
 * Sends GET requests only, at most four at a time. Whatever the service does, it throws no error.
 *
 * @throws ConfigurationError for a wrong option, and for a pattern that matches no probe.
 * @example
 * const { probes } = await verifyService({ baseUrl: 'https://api.example.com', apiKey });
 * probes.filter(({ result }) => result === 'differs').map(({ id }) => id); // => ['where.like-case']
 */
export async function verifyService(options: VerifyOptions): Promise<VerifyReport> {
  const {
    schema = { ...paymentsSchema },
    schemaModule,
    only = [],
    accept = [],
    showValues = false,
    onProgress,
  } = options;
  const selection = selectProbes(probes, only);
  const isAccepted = matcherOf(probes, accept);
  const session = new ServiceSession(options);
  const { workspace, failure } = await readWorkspace(session, schema);
  if (failure === undefined) await chooseStyle(session, workspace).catch(ignoreInconclusive);
  const names = schemaNames(schema);
  const results = await runProbes({
    selection,
    isAccepted,
    session,
    workspace,
    createMask: showValues ? undefined : () => createMask(names),
    onProgress,
    failure,
  });
  return {
    service: session.baseUrl,
    date: new Date().toISOString(),
    ...(failure !== undefined && { failure: cleanText(failure, options.apiKey) }),
    isEmpty: failure === undefined && workspace.resources.length === 0,
    probes: results.map(({ report }) => cleanReport(report, options.apiKey)),
    advice: adviseOn(results, { workspace, baseUrl: session.baseUrl.replace(/\/v1$/, ''), schemaModule }),
  };
}

/** The probes report the failure. */
function ignoreInconclusive(error: unknown): void {
  if (!(error instanceof InconclusiveError)) throw error;
}
