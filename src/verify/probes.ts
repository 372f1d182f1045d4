import type { Probe } from './probe.js';
import { authentication } from './probes/authentication.js';
import { comparators } from './probes/comparators.js';
import { decimalsAndDates } from './probes/decimals-and-dates.js';
import { include } from './probes/include.js';
import { includeComputed } from './probes/include-computed.js';
import { includeFilters } from './probes/include-filters.js';
import { includeRelations } from './probes/include-relations.js';
import { jsonContainsProbes } from './probes/json-contains.js';
import { jsonExistsProbes } from './probes/json-exists.js';
import { logic } from './probes/logic.js';
import { names } from './probes/names.js';
import { nulls } from './probes/nulls.js';
import { order } from './probes/order.js';
import { pages } from './probes/pages.js';
import { queryText } from './probes/query-text.js';
import { relations } from './probes/relations.js';
import { responses } from './probes/responses.js';
import { text } from './probes/text.js';

/** Every probe, by area. `docs/rules.md` says which rules and decisions they are about. */
export const probes: readonly Probe[] = [
  ...authentication,
  ...responses,
  ...include,
  ...includeComputed,
  ...includeRelations,
  ...includeFilters,
  ...comparators,
  ...names,
  ...logic,
  ...relations,
  ...nulls,
  ...text,
  ...decimalsAndDates,
  ...jsonContainsProbes,
  ...jsonExistsProbes,
  ...order,
  ...pages,
  ...queryText,
];
