import type { Row } from './rows-in-body.js';
import type { ProbeRequest, ServiceReply, ServiceSession } from './service-session.js';
import type { Workspace } from './workspace.js';

/** The id of a rule or a decision, as in `docs/rules.md`. */
export type RuleId = `${'general' | 'include' | 'where' | 'authentication' | 'decision'} ${number}`;

/** A check whether a service follows a rule of the specification, or a decision. */
export interface Probe {
  /** The area and a name: `where.like-case`. */
  readonly id: string;
  /** The rules and decisions that it is about. */
  readonly rules: readonly RuleId[];
  /** What a service does if it follows them, as one sentence. */
  readonly expected: string;
  /** The ids of probes that must hold for this one to be meaningful. Otherwise its result is `unknown`. */
  readonly dependsOn?: readonly string[];
  /** Whether a schema has what the probe is about. Default: yes. */
  readonly appliesTo?: AppliesTo;
  /**
   * Runs the probe.
   *
   * @throws InconclusiveError if data is missing, or if a request failed.
   */
  readonly run: (context: ProbeContext) => Promise<Verdict>;
}

/** Whether a schema has what a probe is about. */
export type AppliesTo = (workspace: Pick<Workspace, 'schema'>) => boolean;

/** What a probe works with. */
export interface ProbeContext {
  readonly workspace: Workspace;
  readonly session: ServiceSession;
  /** Sends a request and adds it to the report. Throws {@link InconclusiveError} if the request fails. */
  readonly send: (request: ProbeRequest) => Promise<ServiceReply>;
  /** Like {@link send}, but returns the rows of a list. Throws {@link DifferenceError} for a rejected request. */
  readonly rows: (request: ProbeRequest) => Promise<readonly Row[]>;
  /** Adds a request to the report that was sent with {@link ServiceSession.reply}. */
  readonly record: (request: ProbeRequest) => void;
  /** A value of a row as the report may show it. */
  readonly show: (value: unknown) => string;
}

/** Facts about a service, beside the results of probes, that the advice uses. */
export interface Findings {
  /** The member of a body that contains the rows. */
  readonly envelope?: string;
  /** The longest URL in bytes that the service accepted, if it rejected a longer one. */
  readonly maxUrlLength?: number;
  /** How many rows a page without `take` has, if it could have more. */
  readonly defaultPage?: number;
  /** How many rows a page has at most, if there are more. */
  readonly largestPage?: number;
  /** To-one relations by resource that can be filtered although the schema does not declare that. */
  readonly filterable?: { readonly [resource: string]: readonly string[] };
  /** Computed fields by resource that are returned without an include. */
  readonly defaultComputed?: { readonly [resource: string]: readonly string[] };
}

/** The result of a probe. */
export type Verdict =
  | { readonly result: 'holds'; readonly observed: string; readonly findings?: Findings }
  | {
      readonly result: 'differs';
      readonly observed: string;
      readonly findings?: Findings;
      /** Whether a mistake in a program stays unnoticed, because the service responds with other rows. */
      readonly isDangerous?: boolean;
    }
  | { readonly result: 'unknown'; readonly observed: string };

export const holds = (observed = 'as expected', findings: Findings = {}): Verdict => ({
  result: 'holds',
  observed,
  findings,
});

export const differs = (observed: string, findings: Findings = {}): Verdict => ({
  result: 'differs',
  observed,
  findings,
});

/** `holds` if there is no difference, otherwise `differs`. */
export const compare = (difference: string | undefined): Verdict =>
  difference === undefined ? holds() : differs(difference);

/** Ends a probe without a result: data is missing, or a request failed. */
export class InconclusiveError extends Error {
  /** @param hasResponse - Whether the service sent a response. */
  constructor(
    message: string,
    readonly hasResponse = true,
  ) {
    super(message);
  }
}

/** Ends a probe with a difference: the service rejected a request that a rule allows, for example. */
export class DifferenceError extends Error {}

/** Ends a probe whose data is missing. `needed` continues the sentence "needs …". */
export function needs(needed: string): never {
  throw new InconclusiveError(`needs ${needed}`);
}
