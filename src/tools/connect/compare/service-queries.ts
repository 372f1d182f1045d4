import { requestDialect } from '../../../dialect/request-dialect.js';
import { fieldDrafts, separatingDrafts } from '../queries/filter-drafts.js';
import { type ComparedRows, type Query, writeQueries, writeQuery } from '../queries/query.js';
import { RandomDrafts } from '../queries/random-drafts.js';
import { requestDrafts } from '../queries/request-drafts.js';
import type { Service } from '../service/live-service.js';

/** How many requests a comparison sends at most, which is enough for each of its parts. */
const MOST_REQUESTS = 820;
/**
 * The shares of these requests: for the catalog of all templates, for random queries to find the dialect and to validate
 * it, and for what differs, which is asked again. The rest is for queries that tell two alternatives of a setting apart.
 * These are chosen from what is left of the catalog and from a pool of further random queries.
 */
const SHARES = { catalog: 0.56, fit: 0.12, validation: 0.16, again: 0.03 };
/** The size of that pool, as a share of the requests. */
const POOL = 0.5;

export class ServiceQueries {
  readonly budget: number;
  readonly catalog: readonly Query[];
  readonly #random: RandomDrafts;

  constructor(
    private readonly service: Service,
    readonly rows: ComparedRows,
    seed = 1,
  ) {
    this.budget = Math.min(service.left, MOST_REQUESTS);
    const dialect = requestDialect(service.dialect);
    this.catalog = writeQueries([...requestDrafts(rows, dialect), ...fieldDrafts(rows)], service, dialect);
    this.#random = new RandomDrafts(rows, seed);
  }

  /** How many requests there are for a part of the comparison. */
  share(of: keyof typeof SHARES): number {
    return Math.floor(this.budget * SHARES[of]);
  }

  /** What may tell alternatives apart. */
  pool(): Query[] {
    const separating = separatingDrafts(this.rows).flatMap((draft) => writeQuery(draft, this.service) ?? []);
    return [...separating, ...this.draw(Math.floor(this.budget * POOL))];
  }

  /** Further random queries: none if there is no row to ask for. */
  draw(count: number): Query[] {
    if (this.rows.resources.length === 0) return [];
    return Array.from({ length: count }, () => writeQuery(this.#random.next(), this.service) ?? []).flat();
  }
}
