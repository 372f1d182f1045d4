import type { Dialect, ResolvedDialect } from '../../dialect/dialect.js';
import { requestDialect } from '../../dialect/request-dialect.js';
import { resolveDialect } from '../../dialect/resolve-dialect.js';
import { catalogueOf, written } from '../queries/catalogue.js';
import { type ComparedSample, comparedRows } from '../queries/compared-rows.js';
import { comparatorQueries } from '../queries/filter-queries.js';
import type { Query } from '../queries/query.js';
import { RandomQueries } from '../queries/random-queries.js';
import type { Service } from '../service/service.js';
import { alternativesTo, comparedSettings, writtenDialect } from './alternatives.js';
import { REJECTED } from './answer.js';
import { type Asked, Asker } from './asker.js';
import { type Cause, findCauses } from './causes.js';
import { type Difference, describeDifferences } from './difference.js';
import { Fitting } from './fitting.js';
import { Model } from './model.js';
import { planQueries } from './plan.js';

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
  /** How often service and mock gave the same answer to random queries that were not used to find the dialect. */
  readonly agreement: { readonly same: number; readonly of: number };
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

/**
 * The shares of the requests that are left: for the catalogue, and for random queries to fit and to validate.
 * More are drawn to separate two alternatives, of which one or two are asked.
 */
const SHARES = { catalogue: 0.64, fit: 0.08, validation: 0.2, separation: 0.5 };
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
  const model = new Model(sample);
  const initial = resolveDialect('connect', start);

  const budget = service.left;
  const catalogue = catalogueOf(rows, service, request);
  const { planned, others } = planQueries(catalogue, model, initial, Math.floor(budget * SHARES.catalogue));
  const answered = await asker.askAll(planned, (done) => onProgress(done, planned.length, 'comparing'));

  const random = new RandomQueries(rows, seed);
  const draw = (share: number): Query[] => {
    const count = rows.resources.length === 0 ? 0 : Math.floor(budget * share);
    return Array.from({ length: count }, () => written(random.next(), service)).flat();
  };
  const reserve = Math.floor(budget * SHARES.validation) + 20;
  const pool = [
    ...others,
    ...comparatorQueries(rows).flatMap((draft) => written(draft, service)),
    ...draw(SHARES.separation),
  ];
  const ask = (query: Query) => asker.ask(query, reserve);
  const fitting = new Fitting(model, initial, [...answered], pool, ask);
  const accepted = answered.filter(({ query }) => model.signature(query, initial) !== REJECTED);
  const isUnreadable = accepted.filter(({ observed }) => observed === REJECTED).length > accepted.length / 2;
  if (!isUnreadable) await fitting.fit();
  fitting.asked.push(...(await asker.askAll(draw(SHARES.fit))));
  if (!isUnreadable) await fitting.fit();

  const isSame = (asked: Asked) => model.agrees(asked, fitting.dialect);
  const isKnown = ({ query }: Asked) => model.isKnown(query, fitting.dialect);
  let fresh = await asker.askAll(draw(SHARES.validation / 2));
  if (!fresh.filter(isKnown).every(isSame)) {
    fitting.asked.push(...fresh);
    if (!isUnreadable) await fitting.fit();
    fresh = [];
  }
  fresh.push(...(await asker.askAll(draw(SHARES.validation / 2))));
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
    dialect: writtenDialect(fitting.dialect, start, hidden),
    causes: findCauses(model, initial, fitting.dialect, all),
    differences: describeDifferences(differing, model, fitting.dialect, {
      schema: sample.schema,
      showValues,
    }),
    notObservable: hidden,
    agreement: { same: counted.filter(isSame).length, of: counted.length },
    unanswered: asker.unanswered,
    unknown,
  };
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
