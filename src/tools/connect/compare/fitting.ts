import type { ResolvedDialect } from '../../../dialect/dialect.js';
import type { Query } from '../queries/query.js';
import {
  type Alternative,
  alternativesTo,
  comparatorAlternatives,
  ENOUGH,
  keyOf,
} from './alternatives.js';
import { type Asked, type Asker, REJECTED } from './asker.js';
import type { Model } from './model.js';

interface Effect {
  readonly alternative: Alternative;
  readonly dialect: ResolvedDialect;
  readonly gained: readonly Asked[];
  readonly lost: number;
}

const net = ({ gained, lost }: Effect): number => gained.length - lost;

/**
 * An alternative is taken if it explains this many responses: a single one may differ for another
 * reason.
 */
const LEAST_GAINED = 2;
/** An alternative is explored until this many responses can refute it. */
const FEW = 2;

/** Finds the dialect with which the mock answers as the service did. */
export class Fitting {
  dialect: ResolvedDialect;
  readonly asked: Asked[] = [];
  readonly #pool: Set<Query>;
  #reserve = 0;
  readonly #model: Model;
  readonly #asker: Asker;

  /**
   * @param pool - Queries that were not asked yet: those that tell two alternatives apart are
   * asked.
   */
  constructor(model: Model, asker: Asker, start: ResolvedDialect, pool: readonly Query[]) {
    this.#model = model;
    this.#asker = asker;
    this.#pool = new Set(pool);
    this.dialect = start;
  }

  /**
   * Fits the dialect to the responses. Some alternatives cannot be seen before the dialect is
   * known.
   *
   * @param reserve - The requests that are kept for later.
   */
  async fit(reserve: number): Promise<void> {
    this.#reserve = reserve;
    await this.#takeBest();
    if (await this.#explore()) await this.#takeBest();
  }

  /**
   * Takes alternatives as long as one explains more differences than it makes, on repeated
   * evidence.
   */
  async #takeBest(): Promise<void> {
    const confirmed = new Set<string>();
    const refused = new Set<string>();
    for (;;) {
      const effects = this.#effects().filter(({ alternative }) => !refused.has(keyOf(alternative)));
      const [best] = effects;
      if (!best) return;
      const key = keyOf(best.alternative);
      if (!confirmed.has(key)) {
        confirmed.add(key);
        if (await this.#confirm(best, effects)) continue;
      }
      if (best.gained.length >= LEAST_GAINED && best.alternative.isShownBy(best.gained))
        this.dialect = best.dialect;
      else refused.add(key);
    }
  }

  /**
   * Asks queries that tell an alternative from those that explain the same, or from what the
   * dialect says now.
   *
   * @returns Whether something was asked, so that the effects may be others.
   */
  async #confirm(best: Effect, effects: readonly Effect[]): Promise<boolean> {
    let count = 0;
    for (const other of effects)
      if (other !== best && explainSame(other, best))
        count += await this.#askSeparating(best.dialect, other.dialect, 1);
    if (best.gained.length < ENOUGH || !best.alternative.isShownBy(best.gained))
      count += await this.#askSeparating(best.dialect, this.dialect, 3);
    return count > 0;
  }

  /** @returns Whether something was asked. */
  async #explore(): Promise<boolean> {
    const before = this.asked.length;
    for (const { change } of alternativesTo(this.dialect, [])) {
      const changed = change(this.dialect);
      let wanted = FEW;
      for (const { query } of this.asked)
        if (wanted > 0 && this.#model.separates(query, changed, this.dialect)) wanted--;
      await this.#askSeparating(changed, this.dialect, wanted);
    }
    return this.asked.length > before;
  }

  /**
   * Asks some queries to which the mock answers differently with two dialects. @returns How many
   * were answered.
   */
  async #askSeparating(
    left: ResolvedDialect,
    right: ResolvedDialect,
    most: number,
  ): Promise<number> {
    let count = 0;
    for (const query of this.#pool) {
      if (count >= most || !this.#asker.canAsk(this.#reserve)) break; // before queries are evaluated in vain
      if (!this.#model.separates(query, left, right)) continue;
      this.#pool.delete(query);
      const asked = await this.#asker.ask(query, this.#reserve);
      if (!asked) break;
      this.asked.push(asked);
      count++;
    }
    return count;
  }

  #alternatives(): Alternative[] {
    const rejected = this.asked.filter(({ observed }) => observed.startsWith(REJECTED));
    const statuses = new Set(rejected.map(({ response }) => response.status));
    const ignores = this.dialect.unknown.comparators === 'ignored';
    const uses = this.asked.flatMap(({ query, observed }) => {
      const expected = this.#model.signature(query, this.dialect);
      const isRejected = observed === REJECTED;
      if (expected === observed || (!ignores && (expected === REJECTED) === isRejected)) return [];
      const has = ignores ? [true, false] : [!isRejected];
      return query.uses.flatMap((use) => has.map((one) => ({ ...use, has: one })));
    });
    return [...alternativesTo(this.dialect, [...statuses]), ...comparatorAlternatives(uses)];
  }

  /** The best first. */
  #effects(): Effect[] {
    const agrees = (one: Asked) => this.#model.agrees(one, this.dialect);
    const differing = this.asked.filter(
      (one) => !agrees(one) && this.#model.determinesResponse(one.query, this.dialect),
    );
    const agreeing = this.asked.filter(agrees);
    if (differing.length === 0) return [];
    return this.#alternatives()
      .flatMap((alternative): Effect[] => {
        const dialect = alternative.change(this.dialect);
        const gained = differing.filter((one) => this.#model.agrees(one, dialect));
        let lost = 0;
        for (const one of agreeing)
          if (lost >= gained.length) break;
          else if (!this.#model.agrees(one, dialect)) lost++;
        return lost < gained.length ? [{ alternative, dialect, gained, lost }] : [];
      })
      .sort((left, right) => net(right) - net(left) || left.lost - right.lost);
  }
}

/** Whether two effects explain the same responses. Both list them in the order of the requests. */
const explainSame = (left: Effect, right: Effect): boolean =>
  net(left) === net(right) &&
  left.gained.length === right.gained.length &&
  left.gained.every((one, index) => one === right.gained[index]);
