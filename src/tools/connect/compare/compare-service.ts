import type { Dialect, ResolvedDialect } from '../../../dialect/dialect.js';
import { requestDialect } from '../../../dialect/request-dialect.js';
import { resolveDialect } from '../../../dialect/resolve-dialect.js';
import type { Comparator } from '../../../schema/kinds.js';
import type { Resources } from '../../../schema/resources.js';
import { measureTies } from '../measure/measure-service.js';
import { type Candidate, planQueries } from '../queries/plan-queries.js';
import {
  type ComparedRows,
  type ComparedSample,
  comparedRows,
  type Query,
} from '../queries/query.js';
import { RANDOM } from '../queries/random-drafts.js';
import { findHiddenDigits, withShownDigits } from '../sample/hidden-digits.js';
import { type Service, unlessStopped } from '../service/live-service.js';
import {
  alternativesTo,
  type Cause,
  comparedSettings,
  findCauses,
  keyOf,
  writtenDialect,
} from './alternatives.js';
import { type Asked, Asker, REJECTED } from './asker.js';
import { CurrentRows } from './current-rows.js';
import {
  type Difference,
  describeDifferences,
  describeOrder,
  RELATED_ORDER,
  topicAndDetail,
} from './difference.js';
import { Fitting } from './fitting.js';
import { Model } from './model.js';
import { ServiceQueries } from './service-queries.js';

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
   * What no answered query was about, such as `order: one field (date)`: the requests did not
   * suffice, or the service failed (`unanswered`).
   */
  readonly notAsked: readonly string[];
  /**
   * How often service and mock gave the same response to random queries that were not used to find
   * the dialect, and what the other queries are about.
   */
  readonly agreement: {
    readonly same: number;
    readonly of: number;
    readonly others: { readonly [topic: string]: number };
  };
  readonly unanswered: number;
  /** Why too little was found out to say that service and mock agree. */
  readonly notDetermined: readonly string[];
}

export interface CompareOptions {
  /** Texts of values and requests in the differences. Default: only their form. */
  readonly showValues?: boolean | undefined;
  /** The seed of the random queries. */
  readonly seed?: number | undefined;
  readonly onProgress?: ((done: number, of: number, what: string) => void) | undefined;
}

/** With fewer responses, nothing is said about a service. */
const LEAST_RESPONSES = 60;
const LEAST_RANDOM = 40;
const LEAST_ROWS = 3;
/** With less agreement, a module is no description of a service. */
const LEAST_AGREEMENT = 0.6;
/** A status of rejections that no service has, to see which queries show the status. */
const UNUSUAL_STATUS = 499;

/**
 * Asks service and mock the same queries, and finds the dialect with which the mock answers as the
 * service does.
 */
export async function compareService(
  service: Service,
  sample: ComparedSample,
  start: Dialect,
  options: CompareOptions,
): Promise<ServiceComparison> {
  const { pageSize } = requestDialect(start);
  const { schema } = sample;
  const shown = { ...sample, schema: withShownDigits(schema, sample.rows) };
  const rows = comparedRows(shown, Math.min(pageSize.default, pageSize.max));
  const stored = await unlessStopped(() => findHiddenDigits(service, schema, sample.rows));
  const model = new Model({ ...shown, rows: stored ?? sample.rows });
  const current = new CurrentRows(service, shown, stored);
  const given = resolveDialect('connect', start);
  const search: Search = {
    service,
    asker: new Asker(service, schema),
    model,
    initial: stored ? { ...given, dates: 'microseconds' } : given,
    queries: new ServiceQueries(service, rows, options.seed),
    refresh: async () => {
      const changed = await current.readChanged();
      if (changed) model.update(changed);
      return changed !== undefined;
    },
  };
  const { fitting, isUnreadable } = await findDialect(search, options);
  const { dialect } = fitting;
  const { asked, differing, misordered, agreement } = await validate(search, fitting);
  const hidden = notObservable(model, dialect, asked);
  const tied = withTies(dialect, asked);
  const { problems, unanswered, answered } = search.asker;
  const shows = { schema, showValues: options.showValues ?? false };
  return {
    dialect: writtenDialect(
      start.comparators ? tied : withoutRepeated(tied, schema),
      start,
      hidden,
    ),
    causes: findCauses(model, given, dialect, asked),
    differences: [
      ...describeDifferences(differing, model, dialect, shows),
      ...describeOrder(misordered, dialect, shows),
    ],
    notObservable: hidden,
    notAsked: [...new Set(search.queries.catalog.map(({ about }) => about))].filter(
      (one) => !answered.has(one),
    ),
    agreement,
    unanswered,
    notDetermined: [
      ...problems,
      ...(isUnreadable
        ? ['The service rejects most queries, so its settings were not looked for.']
        : []),
      ...findGaps(rows, asked.length, agreement, unanswered),
    ],
  };
}

/** Asks random queries that were not used to find the dialect, and what differs once more. */
async function validate(
  { model, asker, queries, refresh }: Search,
  { asked: fitted, dialect }: Fitting,
) {
  const agrees = (one: Asked) => model.agrees(one, dialect);
  const isDetermined = ({ query }: Asked) => model.determinesResponse(query, dialect);
  const differs = (one: Asked) => isDetermined(one) && !agrees(one);
  const random = new Set(queries.draw(queries.share('validation')));
  const answered = [...fitted, ...(await asker.askAll([...random]))];
  const asked = await asker.settle(answered, (one) => !differs(one), refresh);
  const misordered = asked.filter((one) => agrees(one) && !model.hasRelatedOrder(one, dialect));
  const compared = asked.filter((one) => random.has(one.query) && isDetermined(one));
  const others = countTopics(compared.filter(differs), asked, agrees);
  const inOtherOrder = compared.filter((one) => misordered.includes(one)).length;
  if (inOtherOrder > 0) others[RELATED_ORDER] = inOtherOrder;
  const same = compared.filter(agrees).length - inOtherOrder;
  return {
    asked,
    differing: await asker.confirm(asked.filter(differs), agrees),
    misordered,
    agreement: { same, of: compared.length, others },
  };
}

const findGaps = (
  { resources }: ComparedRows,
  asked: number,
  { same, of: random }: { readonly same: number; readonly of: number },
  unanswered: number,
): string[] =>
  [
    resources.reduce((sum, { rows }) => sum + rows.length, 0) < LEAST_ROWS &&
      `The service returned fewer than ${LEAST_ROWS} rows.`,
    asked < LEAST_RESPONSES && `Only ${asked} queries were answered.`,
    random < LEAST_RANDOM && `Only ${random} random queries were answered.`,
    random >= LEAST_RANDOM &&
      same < random * LEAST_AGREEMENT &&
      `A mock with this module gives the same response to only ${same} of ${random} random queries: the module does not describe the service.`,
    unanswered > asked && 'The service did not answer most queries.',
  ].filter((reason) => reason !== false);

interface Search {
  readonly service: Service;
  readonly asker: Asker;
  readonly model: Model;
  readonly initial: ResolvedDialect;
  readonly queries: ServiceQueries;
  /** Reads the rows again. It returns whether some have changed. */
  readonly refresh: () => Promise<boolean>;
}

/** Finds the dialect, unless the service rejects most queries that the mock accepts. */
async function findDialect(
  { service, asker, model, initial, queries, refresh }: Search,
  { onProgress = () => {} }: CompareOptions,
): Promise<{ readonly fitting: Fitting; readonly isUnreadable: boolean }> {
  const candidates = candidatesOf(queries.candidates, model, initial);
  const { planned, others } = planQueries(candidates, queries.share('catalog'));
  const first = await asker.askAll(planned, (done) =>
    onProgress(done, planned.length, 'comparing'),
  );
  const answered = await asker.settle(first, (one) => model.agrees(one, initial), refresh);
  const accepted = answered.filter(({ query }) => model.signature(query, initial) !== REJECTED);
  const isUnreadable =
    accepted.filter(({ observed }) => observed === REJECTED).length > accepted.length / 2;

  const fitting = new Fitting(model, asker, withTies(initial, answered), [
    ...others,
    ...queries.pool(),
  ]);
  fitting.asked.push(...answered);
  const reserve =
    service.left -
    queries.budget +
    planned.length +
    queries.share('validation') +
    queries.share('again');
  if (!isUnreadable) await fitting.fit(reserve + queries.share('fit'));
  const random = await asker.askAll(queries.draw(queries.share('fit')));
  fitting.asked.push(
    ...(await asker.settle(random, (one) => model.agrees(one, fitting.dialect), refresh)),
  );
  if (!isUnreadable) await fitting.fit(reserve);
  return { fitting, isUnreadable };
}

function candidatesOf(
  queries: readonly Query[],
  model: Model,
  dialect: ResolvedDialect,
): Candidate[] {
  const alternatives = alternativesTo(dialect, [UNUSUAL_STATUS]).map((alternative) => ({
    name: keyOf(alternative),
    changed: alternative.change(dialect),
  }));
  return queries.map((query) => {
    const separating = alternatives.filter(({ changed }) =>
      model.separates(query, changed, dialect),
    );
    return { query, separated: separating.map(({ name }) => name) };
  });
}

/** The order of equal rows is no difference: it shows in the responses that were read. */
function withTies(dialect: ResolvedDialect, asked: readonly Asked[]): ResolvedDialect {
  const ties = measureTies(
    asked.flatMap(({ query, response: { rows } }) => {
      const fields = Object.keys(query.request.query?.orderBy ?? {});
      return rows && fields.length > 0 && !fields.includes('id') ? [{ fields, rows }] : [];
    }),
  );
  return ties === undefined ? dialect : { ...dialect, order: { ...dialect.order, ties } };
}

/** Comparators of fields that are those of their kind are written once. */
function withoutRepeated(dialect: ResolvedDialect, schema: Resources): ResolvedDialect {
  const { comparators } = dialect;
  const own = Object.entries(comparators).flatMap(([scope, changes]) => {
    const [resource = '', field = ''] = scope.split('.');
    const ofKind = comparators[schema[resource]?.fields[field]?.kind ?? ''];
    const kept = Object.entries(changes).filter(
      ([name, has]) => ofKind?.[name as Comparator] !== has,
    );
    return kept.length === 0 ? [] : [[scope, Object.fromEntries(kept)]];
  });
  return { ...dialect, comparators: Object.fromEntries(own) };
}

/**
 * What differing random queries are about: of their topics, the one of which the most queries
 * differ.
 */
function countTopics(
  random: readonly Asked[],
  all: readonly Asked[],
  agrees: (asked: Asked) => boolean,
) {
  const topicsOf = ({ query: { about, topics = [] } }: Asked) =>
    about === RANDOM ? topics : topicAndDetail(about).slice(0, 1);
  const counts = new Map<string, { asked: number; differing: number }>();
  for (const one of all)
    for (const topic of topicsOf(one)) {
      const { asked, differing } = counts.get(topic ?? '') ?? { asked: 0, differing: 0 };
      counts.set(topic ?? '', { asked: asked + 1, differing: differing + Number(!agrees(one)) });
    }
  const rate = (topic: string) => {
    const { asked, differing } = counts.get(topic) ?? { asked: 1, differing: 0 };
    return differing / asked;
  };
  const others: Record<string, number> = {};
  for (const { query } of random) {
    const [topic = 'other'] = [...(query.topics ?? [])].sort(
      (left, right) => rate(right) - rate(left),
    );
    others[topic] = (others[topic] ?? 0) + 1;
  }
  return others;
}

/** The settings of which every alternative gives the same responses to all queries. */
function notObservable(model: Model, dialect: ResolvedDialect, asked: readonly Asked[]): string[] {
  const seen = new Set<string>();
  for (const { setting, change } of alternativesTo(dialect, [UNUSUAL_STATUS])) {
    const changed = change(dialect);
    if (!seen.has(setting) && asked.some(({ query }) => model.separates(query, changed, dialect)))
      seen.add(setting);
  }
  return comparedSettings.filter((setting) => !seen.has(setting));
}
