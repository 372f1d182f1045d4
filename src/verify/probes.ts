import type { Probe } from './probe.js';
import { comparators } from './probes/comparators.js';
import { decimalsAndDates } from './probes/decimals-and-dates.js';
import { logic } from './probes/logic.js';
import { nulls } from './probes/nulls.js';
import { text } from './probes/text.js';

/** Every probe, by area. `docs/rules.md` says which rules and decisions they are about. */
export const probes: readonly Probe[] = [...comparators, ...logic, ...nulls, ...text, ...decimalsAndDates];
