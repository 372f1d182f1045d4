import type { ProbeResult } from './run-probes.js';
import type { Workspace } from './workspace.js';

/** What to do about the differences. */
export interface Advice {
  /** TypeScript to paste. Empty if the defaults of this package fit. */
  readonly code: string;
  /** Differences that no option covers. */
  readonly remarks: readonly string[];
}

export function adviseOn(_results: readonly ProbeResult[], _workspace: Workspace): Advice {
  return { code: '', remarks: [] };
}
