import type { ResolvedDialect } from '../dialect/dialect.js';
import type { Comparator } from '../schema/kinds.js';
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
import type { Query } from './query.js';

/** What an alternative does to the queries that were asked. */
interface Effect {
  readonly alternative: Alternative;
  readonly dialect: ResolvedDialect;
  readonly gained: ReadonlySet<Asked>;
  readonly lost: ReadonlySet<Asked>;
}

const net = ({ gained, lost }: Effect): number => gained.size - lost.size;

/** An alternative with less evidence is tried on further queries before it is taken. */
const ENOUGH = 4;
/** An alternative that fewer answers refute is asked about again. */
const FEW = 2;
/** How many differences are considered for pairs of alternatives, so that fitting takes seconds. */
const MOST_IN_PAIRS = 10;

/** Finds the dialect with which the mock answers as the service did. */
export class Fitting {
  readonly #model: Model;
  readonly #asked: Asked[] = [];
  readonly #start: ResolvedDialect;
  readonly #fixed: readonly string[];
  #dialect: ResolvedDialect;

  /** @param fixed - Settings that are not changed. */
  constructor(model: Model, dialect: ResolvedDialect, fixed: readonly string[] = []) {
    this.#model = model;
    this.#fixed = fixed;
    this.#start = dialect;
    this.#dialect = dialect;
  }

  get dialect(): ResolvedDialect {
    return this.#dialect;
  }

  get asked(): readonly Asked[] {
    return this.#asked;
  }

  add(asked: readonly Asked[]): void {
    this.#asked.push(...asked);
  }

  /** The queries to which the mock answers differently. */
  differing(): Asked[] {
    return this.#asked.filter(
      (asked) => !this.#isMatched(asked, this.#dialect) && this.#model.isKnown(asked.query, this.#dialect),
    );
  }

  #isMatched({ query, observed }: Asked, dialect: ResolvedDialect): boolean {
    return this.#model.signature(query, dialect) === observed;
  }

  /** Whether unknown comparators are ignored, as far as is known. */
  get #ignores(): boolean {
    return this.#dialect.unknown.comparators === 'ignored';
  }

  /** Every alternative to the settings as they are now. */
  alternatives(): Alternative[] {
    const statuses = this.#asked.flatMap(({ observed }) => Number(observed.split(' ')[1] ?? 0));
    const known = [...new Set(statuses)].filter((status) => status >= 400 && status < 600);
    const uses = this.differing().flatMap(({ query, observed }) => {
      const isRejected = this.#model.signature(query, this.#dialect) === REJECTED;
      if (!this.#ignores && isRejected === (observed === REJECTED)) return [];
      const has = this.#ignores ? [true, false] : [isRejected];
      return query.uses.flatMap((use) => has.map((one) => ({ ...use, has: one })));
    });
    return [...alternativesTo(this.#dialect, known), ...comparatorAlternatives(uses)].filter(
      (alternative) => {
        const changed = alternative.change(this.#dialect);
        return this.#fixed.every((name) => settingIn(changed, name) === settingIn(this.#dialect, name));
      },
    );
  }

  /**
   * Takes alternatives as long as one explains more differences than it makes.
   *
   * @param pool - Queries that were not asked yet. If two alternatives explain the same, or one explains little, the
   * service is asked those that tell them apart.
   */
  async fit(pool: readonly Query[], ask: Ask): Promise<void> {
    const confirmed = new Set<string>();
    const refused = new Set<string>();
    for (;;) {
      const effects = this.#effects().filter(({ alternative }) => !refused.has(keyOf(alternative)));
      const best = effects[0];
      if (!best) break;
      const key = keyOf(best.alternative);
      if (!confirmed.has(key)) {
        confirmed.add(key);
        const rivals = effects.filter((other) => other !== best && isSame(other, best));
        if (await this.#confirm(best, rivals, pool, ask)) continue;
        // A single query has several reasons to be rejected.
        if (best.gained.size === 1 && best.alternative.isRefutedBy) refused.add(key);
      }
      if (refused.has(key)) continue;
      this.#dialect = best.dialect;
      if (confirmed.size > 200) break; // unreachable unless the answers contradict each other
    }
    this.#fitPairs();
    this.#drop();
  }

  /**
   * Asks further queries about the alternatives that few answers refute: some could not be seen before the dialect was
   * known.
   *
   * @returns Whether something was asked.
   */
  async explore(pool: readonly Query[], ask: Ask): Promise<boolean> {
    const known = new Set(this.#asked.map(({ query }) => query));
    let hasAsked = false;
    for (const { change } of alternativesTo(this.#dialect, [])) {
      const changed = change(this.#dialect);
      const isSeparating = (query: Query) =>
        this.#model.signature(query, changed) !== this.#model.signature(query, this.#dialect);
      let seen = 0;
      for (const { query } of this.#asked) if (seen < FEW && isSeparating(query)) seen++;
      for (const query of pool) {
        if (seen >= FEW) break;
        if (known.has(query) || !isSeparating(query)) continue;
        known.add(query);
        const answer = await ask(query);
        if (!answer) return hasAsked;
        this.add([answer]);
        hasAsked = true;
        seen++;
      }
    }
    return hasAsked;
  }

  /** The alternatives that explain more than they break, the best first. */
  #effects(): Effect[] {
    const differing = this.differing();
    if (differing.length === 0) return [];
    const agreeing = this.#asked.filter((asked) => this.#isMatched(asked, this.#dialect));
    return this.alternatives()
      .flatMap((alternative) => this.#effectOf(alternative, differing, agreeing) ?? [])
      .filter((effect) => net(effect) > 0)
      .sort((left, right) => net(right) - net(left) || left.lost.size - right.lost.size);
  }

  #effectOf(
    alternative: Alternative,
    differing: readonly Asked[],
    agreeing: readonly Asked[],
  ): Effect | undefined {
    const dialect = alternative.change(this.#dialect);
    const isRefuted =
      !this.#ignores &&
      this.#asked.some(({ query, observed }) => alternative.isRefutedBy?.(query, observed === REJECTED));
    if (isRefuted) return undefined;
    const gained = differing.filter((asked) => this.#isMatched(asked, dialect));
    if (gained.length === 0) return undefined;
    const lost = new Set<Asked>();
    for (const asked of agreeing) {
      if (lost.size >= gained.length) return undefined;
      if (!this.#isMatched(asked, dialect)) lost.add(asked);
    }
    return { alternative, dialect, gained: new Set(gained), lost };
  }

  /**
   * Asks queries that tell an alternative from its rivals, or from what the dialect says now.
   *
   * @returns Whether something was asked, so that the effects may be others.
   */
  async #confirm(
    best: Effect,
    rivals: readonly Effect[],
    pool: readonly Query[],
    ask: Ask,
  ): Promise<boolean> {
    const dialects = rivals.map(({ dialect }) => dialect);
    const isEnough = best.gained.size >= ENOUGH;
    if (!isEnough) dialects.push(this.#dialect);
    let hasAsked = false;
    for (const other of dialects) {
      let asked = 0;
      for (const query of this.#separating(best.dialect, other, pool)) {
        const answer = await ask(query);
        if (!answer) break;
        this.add([answer]);
        hasAsked = true;
        if (++asked >= (other === this.#dialect ? 3 : 1)) break;
      }
    }
    return hasAsked;
  }

  /** The queries that were not asked, and to which the mock answers differently with two dialects. */
  *#separating(left: ResolvedDialect, right: ResolvedDialect, pool: readonly Query[]): Generator<Query> {
    const known = new Set(this.#asked.map(({ query }) => query));
    for (const query of pool)
      if (!known.has(query) && this.#model.signature(query, left) !== this.#model.signature(query, right))
        yield query;
  }

  /** Two alternatives at once, if each one hides what the other one explains. */
  #fitPairs(): void {
    for (;;) {
      const differing = this.differing();
      const agreeing = this.#asked.filter((asked) => this.#isMatched(asked, this.#dialect));
      const some = differing.slice(0, MOST_IN_PAIRS);
      const alternatives = this.alternatives().map((one) => ({ one, dialect: one.change(this.#dialect) }));
      let best: Effect | undefined;
      for (const { one: first, dialect } of alternatives) {
        // The first one changes an answer, and the second one makes it that of the service.
        const changed = some.filter(
          ({ query }) =>
            this.#model.signature(query, dialect) !== this.#model.signature(query, this.#dialect),
        );
        for (const { one: second } of changed.length === 0 ? [] : alternatives) {
          if (first.setting === second.setting) continue;
          const together = second.change(dialect);
          if (!changed.some((asked) => this.#isMatched(asked, together))) continue;
          const pair = { setting: first.setting, value: first.value, change: () => together };
          const effect = this.#effectOf(pair, differing, agreeing);
          if (effect && net(effect) > Math.max(1, best ? net(best) : 0)) best = effect;
        }
      }
      if (!best) return;
      this.#dialect = best.dialect;
    }
  }

  /** Takes back what explains nothing any more. */
  #drop(): void {
    const defaults = this.alternatives().filter(
      ({ setting, value }) => settingIn(this.#start, setting) === value,
    );
    const changes = [...defaults.map(({ change }) => change), ...this.#withoutComparators()];
    for (const change of changes) {
      const dialect = change(this.#dialect);
      const isNeeded = this.#asked.some(
        (asked) => this.#isMatched(asked, this.#dialect) && !this.#isMatched(asked, dialect),
      );
      if (!isNeeded) this.#dialect = dialect;
    }
  }

  /** For each comparator that was added or removed, the alternative that it is as at the start. */
  #withoutComparators(): Alternative['change'][] {
    return Object.entries(this.#dialect.comparators).flatMap(([scope, changes]) =>
      (Object.keys(changes) as Comparator[]) // the names were checked
        .filter((name) => this.#start.comparators[scope]?.[name] === undefined)
        .map((name) => (dialect: ResolvedDialect) => withoutComparator(dialect, scope, name)),
    );
  }
}

const keyOf = ({ setting, value }: Alternative): string => JSON.stringify([setting, value]);

const isSame = (left: Effect, right: Effect): boolean =>
  net(left) === net(right) &&
  left.gained.size === right.gained.size &&
  [...left.gained].every((asked) => right.gained.has(asked));
