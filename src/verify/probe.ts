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
  /** What a service does that follows them, as one sentence. */
  readonly expected: string;
  /** Probes that this one relies on. Unless they hold, this one is not run. */
  readonly restsOn?: readonly string[];
  /** Whether a schema has what the probe is about. Default: yes. */
  readonly appliesTo?: AppliesTo;
  /**
   * Asks the service.
   *
   * @throws Unanswered if data is missing, or if a request failed.
   */
  readonly ask: (context: ProbeContext) => Promise<Verdict>;
}

/** Whether a schema has what a probe is about. */
export type AppliesTo = (workspace: Pick<Workspace, 'schema'>) => boolean;

/** What a probe works with. */
export interface ProbeContext {
  readonly workspace: Workspace;
  readonly session: ServiceSession;
  /** Sends a request that the report then shows. A failed request is thrown as {@link Unanswered}. */
  readonly send: (request: ProbeRequest) => Promise<ServiceReply>;
  /** As {@link send}, for a list whose rows are needed. A refusal is thrown as {@link Refused}. */
  readonly rows: (request: ProbeRequest) => Promise<readonly Row[]>;
  /** Notes a request that was sent with {@link ServiceSession.reply}, for the report. */
  readonly record: (request: ProbeRequest) => void;
  /** A value of a row as the report may show it. */
  readonly show: (value: unknown) => string;
}

/** What was found about a service besides the results of probes, for the advice. */
export interface Findings {
  /** The member of a body that holds the rows. */
  readonly envelope?: string;
  /** The longest URL in bytes that the service accepted, if it refused a longer one. */
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
      /** Whether code that is mistaken would go unnoticed and get rows that it did not ask for. */
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

/** Why a probe has no result: missing data, or a request that failed. */
export class Unanswered extends Error {
  /** @param hasResponse - Whether the service sent a response at all. */
  constructor(
    message: string,
    readonly hasResponse = true,
  ) {
    super(message);
  }
}

/** The service refused a request that a rule allows. */
export class Refused extends Error {}

/** Ends a probe whose data is missing. `needed` continues the sentence "needs …". */
export function needs(needed: string): never {
  throw new Unanswered(`needs ${needed}`);
}
