import type { Dialect, ResolvedDialect } from '../../../dialect/dialect.js';
import { requestDialect } from '../../../dialect/request-dialect.js';
import { resolveDialect } from '../../../dialect/resolve-dialect.js';
import { tiesOf } from '../measure/measure-orders.js';
import { fieldQueries, separatingQueries } from '../queries/filter-queries.js';
import { type ComparedSample, comparedRows, type Query, writeQueries, writeQuery } from '../queries/query.js';
import { RANDOM, RandomQueries } from '../queries/random-queries.js';
import { requestDrafts } from '../queries/request-drafts.js';
import { findHiddenDigits } from '../sample/hidden-digits.js';
import type { Service } from '../service/live-service.js';
import { alternativesTo, type Cause, comparedSettings, findCauses, writtenDialect } from './alternatives.js';
import { type Asked, Asker, REJECTED } from './answer.js';
import { type Difference, describeDifferences, topicAndDetail } from './difference.js';
import { Fitting, planQueries } from './fitting.js';
import { Model } from './model.js';

/** What the comparison of a service with the mock has found. */
export interface ServiceComparison {
  /** The dialect at the start, with what was found. */
  readonly dialect: Dialect;
  /** Settings that differ from those at the start, the one that explains the most first. */
  readonly causes: readonly Cause[];
  /** Differences that no setting explains, the most harmful first. */
  readonly differences: readonly Difference[];
  /** Settings that no query on these rows can show. */
  readonly notObservable: readonly string[];
  /**
   * How often service and mock gave the same answer to random queries that were not used to find the dialect, and what
   * the other queries are about.
   */
  readonly agreement: {
    readonly same: number;
    readonly of: number;
    readonly others: { readonly [topic: string]: number };
  };
  /** How many queries the service did not answer. */
  readonly unanswered: number;
  /** Why too little was found out to say that service and mock agree. */
  readonly unknown: readonly string[];
}

export interface CompareOptions {
  /** Texts of values and requests in the differences. Default: only their form. */
  readonly showValues?: boolean | undefined;
  /** The seed of the random queries. */
  readonly seed?: number | undefined;
  readonly onProgress?: ((done: number, of: number, what: string) => void) | undefined;
}

/** How many requests a comparison sends at most, which is enough for each of its parts. */
const ENOUGH = 820;
/**
 * The shares of these requests: for the catalogue, and for random queries to fit and to validate. The others tell
 * alternatives apart, and repeat what differs. For that, more queries are drawn, of which one or two are asked.
 */
const SHARES = { catalogue: 0.56, fit: 0.12, validation: 0.16, again: 0.03, separation: 0.5 };
/** With fewer answers, nothing is said about a service. */
const LEAST_ANSWERS = 60;
const LEAST_RANDOM = 40;
const LEAST_ROWS = 3;

/** Asks service and mock the same queries, and finds the dialect with which the mock answers as the service does. */
export async function compareService(
  service: Service,
  sample: ComparedSample,
  start: Dialect,
  options: CompareOptions,
): Promise<ServiceComparison> {
  const { showValues = false, seed = 1, onProgress = () => {} } = options;
  const asker = new Asker(service, sample.schema);
  const request = requestDialect(start);
  const { pageSize } = request;
  const rows = comparedRows(sample, Math.min(pageSize.default, pageSize.max));
  const stored = await findHiddenDigits(service, sample.schema, rows.rows);
  const model = new Model({ ...sample, rows: stored ?? sample.rows });
  const given = resolveDialect('connect', start);
  const initial = stored ? { ...given, dates: 'microseconds' as const } : given;
  const budget = Math.min(service.left, ENOUGH);
  const share = (of: keyof typeof SHARES) => Math.floor(budget * SHARES[of]);

  const catalogue = writeQueries([...requestDrafts(rows, request), ...fieldQueries(rows)], service, request);
  const { planned, others } = planQueries(catalogue, model, initial, share('catalogue'));
  const answered = await asker.askAll(planned, (done) => onProgress(done, planned.length, 'comparing'));

  const random = new RandomQueries(rows, seed);
  const draw = (count: number): Query[] =>
    rows.resources.length === 0
      ? []
      : Array.from({ length: count }, () => writeQuery(random.next(), service)).flat();
  const separating = separatingQueries(rows).flatMap((draft) => writeQuery(draft, service));
  const end = service.left - budget + planned.length + share('validation') + share('again');
  let reserve = end + share('fit');
  const ask = (query: Query) => asker.ask(query, reserve);
  const pool = [...others, ...separating, ...draw(share('separation'))];
  const fitting = new Fitting(model, initial, [...answered], pool, ask);
  const accepted = answered.filter(({ query }) => model.signature(query, initial) !== REJECTED);
  const isUnreadable = accepted.filter(({ observed }) => observed === REJECTED).length > accepted.length / 2;
  if (!isUnreadable) await fitting.fit();
  fitting.asked.push(...(await asker.askAll(draw(share('fit')))));
  reserve = end;
  if (!isUnreadable) await fitting.fit();

  const isSame = (asked: Asked) => model.agrees(asked, fitting.dialect);
  const isKnown = ({ query }: Asked) => model.isKnown(query, fitting.dialect);
  // None of these was used to find the dialect.
  const fresh = await asker.askAll(draw(share('validation')));
  const counted = fresh.filter(isKnown);

  const all = [...fitting.asked, ...fresh];
  const differing = await asker.confirm(
    all.filter((one) => isKnown(one) && !isSame(one)),
    isSame,
  );
  const hidden = notObservable(model, fitting.dialect, all);
  const rowCount = rows.resources.reduce((sum, one) => sum + one.rows.length, 0);
  const unknown = [
    ...asker.problems,
    isUnreadable && 'The service rejects most queries, so its settings were not looked for.',
    rowCount < LEAST_ROWS && `The service returned fewer than ${LEAST_ROWS} rows.`,
    all.length < LEAST_ANSWERS && `Only ${all.length} queries were answered.`,
    counted.length < LEAST_RANDOM && `Only ${counted.length} random queries were answered.`,
    asker.unanswered > all.length && 'The service did not answer most queries.',
  ].filter((reason) => reason !== false);
  return {
    dialect: writtenDialect(withTies(fitting.dialect, all), start, hidden),
    causes: findCauses(model, given, fitting.dialect, all),
    differences: describeDifferences(differing, model, fitting.dialect, {
      schema: sample.schema,
      showValues,
    }),
    notObservable: hidden,
    agreement: {
      ...{ same: counted.filter(isSame).length, of: counted.length },
      others: countTopics(
        counted.filter((one) => !isSame(one)),
        all,
        isSame,
      ),
    },
    unanswered: asker.unanswered,
    unknown,
  };
}

/** The order of equal rows is no difference: it shows in the answers that were read. */
function withTies(dialect: ResolvedDialect, asked: readonly Asked[]): ResolvedDialect {
  const ties = tiesOf(
    asked.flatMap(({ query, answer: { rows } }) => {
      const fields = Object.keys(query.request.query?.orderBy ?? {});
      return rows && fields.length > 0 && !fields.includes('id') ? [{ fields, rows }] : [];
    }),
  );
  return ties === undefined ? dialect : { ...dialect, order: { ...dialect.order, ties } };
}

/** What differing random queries are about: of their topics, the one of which the most queries differ. */
function countTopics(random: readonly Asked[], all: readonly Asked[], isSame: (asked: Asked) => boolean) {
  const topicsOf = ({ query: { about, topics = [] } }: Asked) =>
    about === RANDOM ? topics : topicAndDetail(about).slice(0, 1);
  const counts = new Map<string, { asked: number; differing: number }>();
  for (const one of all)
    for (const topic of topicsOf(one)) {
      const { asked, differing } = counts.get(topic ?? '') ?? { asked: 0, differing: 0 };
      counts.set(topic ?? '', { asked: asked + 1, differing: differing + Number(!isSame(one)) });
    }
  const rate = (topic: string) => {
    const { asked, differing } = counts.get(topic) ?? { asked: 1, differing: 0 };
    return differing / asked;
  };
  const others: Record<string, number> = {};
  for (const { query } of random) {
    const [topic = 'other'] = [...(query.topics ?? [])].sort((left, right) => rate(right) - rate(left));
    others[topic] = (others[topic] ?? 0) + 1;
  }
  return others;
}

/** The settings of which every alternative gives the same answers to all queries. */
function notObservable(model: Model, dialect: ResolvedDialect, asked: readonly Asked[]): string[] {
  const seen = new Set<string>();
  for (const { setting, change } of alternativesTo(dialect, [499])) {
    const changed = change(dialect);
    if (!seen.has(setting) && asked.some(({ query }) => model.separates(query, changed, dialect)))
      seen.add(setting);
  }
  return comparedSettings.filter((setting) => !seen.has(setting));
}
