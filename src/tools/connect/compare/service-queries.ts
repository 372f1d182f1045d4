import { requestDialect } from '../../../dialect/request-dialect.js';
import { catalogDrafts } from '../queries/catalog.js';
import { type ComparedRows, type Query, writeQueries, writeQuery } from '../queries/query.js';
import { RandomDrafts } from '../queries/random-drafts.js';
import type { Service } from '../service/live-service.js';

/** How many requests a comparison sends at most, which is enough for each of its parts. */
const MOST_REQUESTS = 820;
/**
 * The shares of these requests: for the catalog, for random queries to find the dialect and to
 * validate it, and for what differs, which is asked again. The rest is for queries that tell two
 * alternatives of a setting apart.
 */
const SHARES = { catalog: 0.56, fit: 0.12, validation: 0.16, again: 0.03 };
/**
 * There are this many more candidates than requests: one query of each line, and others to choose
 * from. To see which settings each candidate shows takes most of the time.
 */
const OTHERS = 300;
/** The random queries among which such queries are looked for, as a share of the requests. */
const POOL = 0.5;

export class ServiceQueries {
  readonly budget: number;
  readonly catalog: readonly Query[];
  /** The queries of the catalog of which those are planned that show the most. */
  readonly candidates: readonly Query[];
  readonly #random: RandomDrafts;
  readonly #service: Service;

  constructor(
    service: Service,
    readonly rows: ComparedRows,
    seed = 1,
  ) {
    this.#service = service;
    this.budget = Math.min(service.left, MOST_REQUESTS);
    this.catalog = writeQueries(catalogDrafts(rows, requestDialect(service.dialect)), service);
    this.candidates = this.catalog.slice(0, this.budget + OTHERS);
    this.#random = new RandomDrafts(rows, seed);
  }

  /** How many requests there are for a part of the comparison. */
  share(of: keyof typeof SHARES): number {
    return Math.floor(this.budget * SHARES[of]);
  }

  /**
   * What may tell alternatives apart: plain queries of the catalog that are no candidates, and
   * random ones.
   */
  pool(): Query[] {
    const others = this.catalog.slice(this.candidates.length).filter(({ isPlain }) => isPlain);
    return [...others, ...this.draw(Math.floor(this.budget * POOL))];
  }

  /** Further random queries: none if there is no row to ask for. */
  draw(count: number): Query[] {
    if (this.rows.resources.length === 0) return [];
    return Array.from(
      { length: count },
      () => writeQuery(this.#random.next(), this.#service) ?? [],
    ).flat();
  }
}
