import type { ResolvedDialect } from '../../dialect/dialect.js';
import type { Comparator } from '../../schema/kinds.js';
import type { Query } from '../queries/query.js';
import {
  type Alternative,
  alternativesTo,
  comparatorAlternatives,
  settingIn,
  withoutComparator,
} from './alternatives.js';
import { REJECTED } from './answer.js';
import type { Ask, Asked } from './asker.js';
import type { Model } from './model.js';

/** What an alternative does to the queries that were asked. */
interface Effect {
  readonly alternative: Alternative;
  readonly dialect: ResolvedDialect;
  readonly gained: readonly Asked[];
  readonly lost: number;
}

const net = ({ gained, lost }: Effect): number => gained.length - lost;

/** An alternative with less evidence is tried on further queries before it is taken. */
const ENOUGH = 4;
/** An alternative that fewer answers refute is asked about again. */
const FEW = 2;
/** How many differences are considered for pairs of alternatives, so that fitting takes seconds. */
const MOST_IN_PAIRS = 10;

/** Finds the dialect with which the mock answers as the service did. */
export class Fitting {
  readonly #pool: Set<Query>;
  #dialect: ResolvedDialect;

  /** @param pool - Queries that were not asked yet: those that tell two alternatives apart are asked. */
  constructor(
    private readonly model: Model,
    private readonly start: ResolvedDialect,
    readonly asked: Asked[],
    pool: readonly Query[],
    private readonly ask: Ask,
  ) {
    this.#pool = new Set(pool);
    this.#dialect = start;
  }

  get dialect(): ResolvedDialect {
    return this.#dialect;
  }

  /** Fits the dialect to the answers. Some alternatives cannot be seen before the dialect is known. */
  async fit(): Promise<void> {
    await this.#fitSingles();
    if (await this.#explore()) await this.#fitSingles();
  }

  /** Takes alternatives as long as one explains more differences than it makes. */
  async #fitSingles(): Promise<void> {
    const confirmed = new Set<string>();
    const refused = new Set<string>();
    for (;;) {
      const effects = this.#effects(this.#alternatives()).filter(
        ({ alternative }) => !refused.has(keyOf(alternative)),
      );
      const best = effects[0];
      if (!best) break;
      const key = keyOf(best.alternative);
      if (!confirmed.has(key)) {
        confirmed.add(key);
        if (await this.#confirm(best, effects)) continue;
        // A single query has several reasons to be rejected.
        if (best.gained.length === 1 && best.alternative.isRefutedBy) {
          refused.add(key);
          continue;
        }
      }
      this.#dialect = best.dialect;
    }
    this.#fitPairs();
    this.#drop();
  }

  /**
   * Asks queries that tell an alternative from those that explain the same, or from what the dialect says now.
   *
   * @returns Whether something was asked, so that the effects may be others.
   */
  async #confirm(best: Effect, effects: readonly Effect[]): Promise<boolean> {
    let count = 0;
    for (const other of effects)
      if (other !== best && isSame(other, best))
        count += await this.#askSeparating(best.dialect, other.dialect, 1);
    if (best.gained.length < ENOUGH) count += await this.#askSeparating(best.dialect, this.#dialect, 3);
    return count > 0;
  }

  /** Asks about the alternatives that few answers refute. @returns Whether something was asked. */
  async #explore(): Promise<boolean> {
    const before = this.asked.length;
    for (const { change } of alternativesTo(this.#dialect, [])) {
      const changed = change(this.#dialect);
      let wanted = FEW;
      for (const { query } of this.asked)
        if (wanted > 0 && this.model.separates(query, changed, this.#dialect)) wanted--;
      await this.#askSeparating(changed, this.#dialect, wanted);
    }
    return this.asked.length > before;
  }

  /** Asks some queries to which the mock answers differently with two dialects. @returns How many were answered. */
  async #askSeparating(left: ResolvedDialect, right: ResolvedDialect, most: number): Promise<number> {
    let count = 0;
    for (const query of this.#pool) {
      if (count >= most) break;
      if (!this.model.separates(query, left, right)) continue;
      this.#pool.delete(query);
      const asked = await this.ask(query);
      if (!asked) break;
      this.asked.push(asked);
      count++;
    }
    return count;
  }

  /** The queries to which the mock answers differently. */
  #differing(): Asked[] {
    return this.asked.filter(
      (one) => !this.model.agrees(one, this.#dialect) && this.model.isKnown(one.query, this.#dialect),
    );
  }

  #agreeing(): Asked[] {
    return this.asked.filter((one) => this.model.agrees(one, this.#dialect));
  }

  /** Whether unknown comparators are ignored, as far as is known. */
  get #ignores(): boolean {
    return this.#dialect.unknown.comparators === 'ignored';
  }

  /** Every alternative to the settings as they are now. */
  #alternatives(): Alternative[] {
    const statuses = new Set(this.asked.map(({ answer }) => answer.status).filter((status) => status >= 400));
    const uses = this.#differing().flatMap(({ query, observed }) => {
      const isRejected = this.model.signature(query, this.#dialect) === REJECTED;
      if (!this.#ignores && isRejected === (observed === REJECTED)) return [];
      const has = this.#ignores ? [true, false] : [isRejected];
      return query.uses.flatMap((use) => has.map((one) => ({ ...use, has: one })));
    });
    return [...alternativesTo(this.#dialect, [...statuses]), ...comparatorAlternatives(uses)];
  }

  /** The alternatives that explain more than they break, the best first. */
  #effects(alternatives: readonly Alternative[]): Effect[] {
    const differing = this.#differing();
    const agreeing = this.#agreeing();
    const isRefuted = ({ isRefutedBy }: Alternative) =>
      !this.#ignores && this.asked.some(({ query, observed }) => isRefutedBy?.(query, observed === REJECTED));
    return alternatives
      .filter((alternative) => differing.length > 0 && !isRefuted(alternative))
      .flatMap((alternative): Effect[] => {
        const dialect = alternative.change(this.#dialect);
        const gained = differing.filter((one) => this.model.agrees(one, dialect));
        let lost = 0;
        for (const one of agreeing)
          if (lost >= gained.length) break;
          else if (!this.model.agrees(one, dialect)) lost++;
        return lost < gained.length ? [{ alternative, dialect, gained, lost }] : [];
      })
      .sort((left, right) => net(right) - net(left) || left.lost - right.lost);
  }

  /** Two alternatives at once, if each one hides what the other one explains. */
  #fitPairs(): void {
    for (;;) {
      const some = this.#differing().slice(0, MOST_IN_PAIRS);
      const alternatives = this.#alternatives();
      const pairs = alternatives.flatMap(({ setting, value, change }): Alternative[] => {
        const dialect = change(this.#dialect);
        // The first one changes an answer, and the second one makes it that of the service.
        const changed = some.filter(({ query }) => this.model.separates(query, dialect, this.#dialect));
        return alternatives
          .filter((second) => second.setting !== setting)
          .map((second) => second.change(dialect))
          .filter((together) => changed.some((one) => this.model.agrees(one, together)))
          .map((together) => ({ setting, value, change: () => together }));
      });
      const [best] = this.#effects(pairs);
      if (!best || net(best) < 2) return;
      this.#dialect = best.dialect;
    }
  }

  /** Takes back what explains nothing any more. */
  #drop(): void {
    const settings = this.#alternatives().filter(
      ({ setting, value }) => settingIn(this.start, setting) === value,
    );
    const comparators = Object.entries(this.#dialect.comparators).flatMap(([scope, changes]) =>
      (Object.keys(changes) as Comparator[]) // the names were checked
        .filter((name) => this.start.comparators[scope]?.[name] === undefined)
        .map((name) => (dialect: ResolvedDialect) => withoutComparator(dialect, scope, name)),
    );
    for (const change of [...settings.map((one) => one.change), ...comparators]) {
      const dialect = change(this.#dialect);
      if (this.#agreeing().every((one) => this.model.agrees(one, dialect))) this.#dialect = dialect;
    }
  }
}

const keyOf = ({ setting, value }: Alternative): string => JSON.stringify([setting, value]);

/** Whether two effects explain the same: both list it in the order in which it was asked. */
const isSame = (left: Effect, right: Effect): boolean =>
  net(left) === net(right) &&
  left.gained.length === right.gained.length &&
  left.gained.every((one, index) => one === right.gained[index]);
