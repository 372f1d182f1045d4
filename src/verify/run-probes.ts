import { describeRequest, maskPath } from './describe-request.js';
import type { Mask } from './mask.js';
import {
  DifferenceError,
  type Findings,
  InconclusiveError,
  type Probe,
  type ProbeContext,
  type Verdict,
} from './probe.js';
import { rowsInBody } from './rows-in-body.js';
import { areaOf, type ProbeSelection } from './select-probes.js';
import type { ProbeRequest, ServiceSession } from './service-session.js';
import type { Workspace } from './workspace.js';

/** The result of one probe, as the report shows it. */
export interface ProbeReport {
  readonly id: string;
  readonly rules: readonly string[];
  readonly result: 'holds' | 'differs' | 'unknown';
  /** Whether a mistake in a program stays unnoticed, because the service responds with other rows. */
  readonly isDangerous: boolean;
  /** Whether the option `accept` names the probe and it differs. */
  readonly isAccepted: boolean;
  /** The requests, decoded and without secrets. */
  readonly asked: readonly string[];
  readonly expected: string;
  /** What the service did; for `unknown`, the reason. */
  readonly observed: string;
}

/** The report of a probe, and its findings. */
export interface ProbeResult {
  readonly report: ProbeReport;
  readonly findings: Findings;
}

/** The options of {@link runProbes}. */
interface RunOptions {
  readonly selection: ProbeSelection;
  /** Whether a probe may differ. */
  readonly isAccepted: (id: string) => boolean;
  readonly session: ServiceSession;
  readonly workspace: Workspace;
  /** Creates the mask of one probe. Without it, values are shown. */
  readonly createMask: (() => Mask) | undefined;
  readonly onProgress: ((done: number, all: number) => void) | undefined;
  /** Why no probe can run, if none can. */
  readonly failure: string | undefined;
}

/** How many requests are sent at a time. */
const POOL_SIZE = 4;

/** Probes with wrong credentials run last, one after the other, because a service may lock out their client. */
const LAST_AREA = 'authentication';

/** Runs the selected probes, each after those that it depends on. */
export async function runProbes(options: RunOptions): Promise<ProbeResult[]> {
  const { selection, workspace, onProgress } = options;
  const results = new Map<string, Promise<ProbeResult>>();
  const probes = selection.probes.filter(({ appliesTo }) => appliesTo?.(workspace) ?? true);
  const inPool = createPool(POOL_SIZE);
  const alone = createPool(1);
  let done = 0;
  const start = (probe: Probe, pool: Pool): Promise<ProbeResult> => {
    const run = async () => {
      const cause = await causeOf(probe, results);
      const result = cause === undefined ? await pool(() => runProbe(probe, options)) : skipped(probe, cause);
      onProgress?.(++done, probes.length);
      return result;
    };
    const result = run();
    results.set(probe.id, result);
    return result;
  };
  const isLast = ({ id }: Probe) => areaOf(id) === LAST_AREA;
  await Promise.all(inOrder(probes.filter((probe) => !isLast(probe))).map((probe) => start(probe, inPool)));
  await Promise.all(inOrder(probes.filter(isLast)).map((probe) => start(probe, alone)));
  const finished = await Promise.all(probes.map(({ id }) => results.get(id)));
  return finished.flatMap((result) =>
    result && (selection.isChosen(result.report.id) || result.report.result === 'differs') ? [result] : [],
  );
}

/** Sorts probes so that each follows those that it depends on. */
function inOrder(probes: readonly Probe[]): Probe[] {
  const ordered = new Set<Probe>();
  const add = (probe: Probe): void => {
    for (const id of probe.dependsOn ?? []) {
      const other = probes.find((one) => one.id === id);
      if (other && !ordered.has(other)) add(other);
    }
    ordered.add(probe);
  };
  for (const probe of probes) add(probe);
  return [...ordered];
}

/** Why a probe is skipped: a probe that it depends on does not hold. */
async function causeOf(
  { dependsOn = [] }: Probe,
  results: ReadonlyMap<string, Promise<ProbeResult>>,
): Promise<string | undefined> {
  for (const id of dependsOn) {
    const { report } = (await results.get(id)) ?? {};
    if (report?.result === 'differs') return `depends on ${id}, which differs`;
    if (report?.result === 'unknown')
      return report.observed.startsWith('depends on')
        ? report.observed
        : `depends on ${id}: ${report.observed}`;
  }
  return undefined;
}

const skipped = ({ id, rules, expected }: Probe, observed: string): ProbeResult => ({
  report: {
    id,
    rules,
    result: 'unknown',
    isDangerous: false,
    isAccepted: false,
    asked: [],
    expected,
    observed,
  },
  findings: {},
});

async function runProbe(probe: Probe, options: RunOptions): Promise<ProbeResult> {
  const { failure, session } = options;
  if (failure !== undefined) return skipped(probe, failure);
  const { id, rules, expected } = probe;
  const mask = options.createMask?.();
  const asked: string[] = [];
  const paths = new Map<string, string>();
  const record = (request: ProbeRequest): void => {
    paths.set(request.path, maskPath(request.path, mask));
    asked.push(describeRequest(request, session, mask));
  };
  const send: ProbeContext['send'] = (request) => {
    record(request);
    return session.send(request);
  };
  const context: ProbeContext = {
    workspace: options.workspace,
    session,
    send,
    rows: async (request) => rowsOf(request, send),
    record,
    show: (value) => (mask ? mask.value(value) : JSON.stringify(value)),
  };
  const verdict = await probe.run(context).catch(verdictOf);
  const { result } = verdict;
  // The message of a failed request contains the path, which may contain an id.
  const observed = [...paths].reduce((text, [path, shown]) => text.replaceAll(path, shown), verdict.observed);
  const isDangerous = verdict.result === 'differs' && verdict.isDangerous === true;
  const isAccepted = result === 'differs' && options.isAccepted(id);
  const findings = verdict.result === 'unknown' ? {} : (verdict.findings ?? {});
  return { report: { id, rules, result, isDangerous, isAccepted, asked, expected, observed }, findings };
}

async function rowsOf(request: ProbeRequest, send: ProbeContext['send']) {
  const { status, body, isRejection } = await send(request);
  if (isRejection) throw new DifferenceError(`rejected with status ${status}`);
  const found = rowsInBody(body);
  if (!found) throw new InconclusiveError(`GET ${request.path} returned no list of rows`);
  return found.rows;
}

/** Converts every error to a result, because unexpected data must not end the whole run. */
function verdictOf(error: unknown): Verdict {
  if (error instanceof DifferenceError) return { result: 'differs', observed: error.message };
  if (error instanceof InconclusiveError) return { result: 'unknown', observed: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  return { result: 'unknown', observed: `the service returned unexpected data (${reason})` };
}

type Pool = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Runs at most `size` tasks at a time. */
function createPool(size: number): Pool {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running < size) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift(); // runs in place of this task
      if (next) next();
      else running--;
    }
  };
}
