import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import { type Resources, resourceOf } from '../../../schema/resources.js';
import { canonicalDecimal, isDecimal } from '../../../values/decimal.js';
import { own } from '../../../values/plain-object.js';
import type { Query } from '../queries/query.js';
import { type Service, StoppedError } from '../service/live-service.js';
import { isFailure, type ReceivedResponse } from '../service/response.js';

/** A query that the service has answered. */
export interface Asked {
  readonly query: Query;
  readonly response: ReceivedResponse;
  readonly observed: string;
}

/** How many differing queries are asked again, those that failed first. */
const MOST_AGAIN = 20;
/** How many are asked again because rows have changed: if more differ, it has another reason. */
const MOST_STALE = 120;
/** How often the rows are read to find a time in which they do not change. */
const ROUNDS = 6;

/** Asks a service, asks again what differs, and remembers why it stopped. */
export class Asker {
  readonly problems: string[] = [];
  /** What the queries were about to which the service responded. */
  readonly answered = new Set<string>();
  unanswered = 0;
  #isOver = false;

  constructor(
    readonly service: Service,
    readonly schema: Resources,
  ) {}

  /** @param reserve - The requests that are kept for later. */
  canAsk(reserve = 0): boolean {
    return !this.#isOver && this.service.left > reserve;
  }

  async ask(query: Query, reserve = 0): Promise<Asked | undefined> {
    if (!this.canAsk(reserve)) return undefined;
    try {
      const response = await this.service.get(query.request);
      if (isConclusive(response.status)) {
        this.answered.add(query.about);
        return { query, response, observed: signatureOf(response, query, this.schema) };
      }
      this.unanswered++;
    } catch (error) {
      if (!(error instanceof StoppedError) || error.reason === 'aborted') throw error;
      if (error.reason === 'failures') this.unanswered++;
      if (!this.#isOver) this.problems.push(error.message);
      this.#isOver = true;
    }
    return undefined;
  }

  async askAll(
    queries: readonly Query[],
    onDone: (done: number) => void = () => {},
  ): Promise<Asked[]> {
    let done = 0;
    const all = await Promise.all(
      queries.map(async (query) => {
        const asked = await this.ask(query);
        onDone(++done);
        return asked;
      }),
    );
    return all.flatMap((asked) => asked ?? []);
  }

  /**
   * Reads the rows again if responses differ. If others have changed them, the queries are asked
   * again, until no row changes between the rows and the responses. What never agrees because rows
   * always change is left out.
   *
   * @param refresh - Reads the rows. It returns whether some have changed.
   */
  async settle(
    asked: readonly Asked[],
    agrees: (asked: Asked) => boolean,
    refresh: () => Promise<boolean>,
  ): Promise<readonly Asked[]> {
    const differs = (one: Asked) => !agrees(one);
    let settled = asked;
    for (let round = 0; round < ROUNDS; round++) {
      if (!settled.some(differs) || !(await refresh())) return settled;
      const stale = settled.filter(differs);
      if (stale.length > MOST_STALE) return settled;
      const again = await this.#askAgain(stale);
      settled = settled.map((one) => again.get(one.query) ?? one);
    }
    return settled.filter(agrees);
  }

  /**
   * Those that do not agree if they are asked again, so that a service that failed once is not said
   * to differ.
   */
  async confirm(differing: readonly Asked[], agrees: (asked: Asked) => boolean): Promise<Asked[]> {
    const hasFailed = ({ response }: Asked) => response.status >= 500;
    const failed = differing.filter(hasFailed);
    const first = [...failed, ...differing.filter((one) => !hasFailed(one))].slice(0, MOST_AGAIN);
    const again = await this.#askAgain(first);
    // What failed and could not be repeated is no difference, but is said: the verdict is not
    // "same" with a problem.
    const clear = differing.filter(
      (one) => this.canAsk() || !hasFailed(one) || again.has(one.query),
    );
    if (clear.length < differing.length)
      this.problems.push('Queries that failed could not be repeated.');
    return clear.filter(({ query }) => {
      const answered = again.get(query);
      return !answered || !agrees(answered);
    });
  }

  /** @returns What was answered, by query. */
  async #askAgain(asked: readonly Asked[]): Promise<ReadonlyMap<Query, Asked>> {
    const answered = await this.askAll(asked.map(({ query }) => query));
    return new Map(answered.map((one) => [one.query, one]));
  }
}

/**
 * Whether a status says how the service read the query: many services fail with 500 at one that
 * they cannot read.
 */
const isConclusive = (status: number): boolean => status === 500 || !isFailure(status);

export type ComparedResponse = Pick<ReceivedResponse, 'status' | 'rows' | 'row'>;

/** What `signatureOf` returns for every rejection. */
export const REJECTED = 'rejected';

/**
 * A response as text: equal texts mean that service and mock agree. Rows without an order are
 * sorted, and members that the schema does not have are left out.
 */
export function signatureOf(
  response: ComparedResponse,
  { request, resource, compares }: Query,
  schema: Resources,
): string {
  const { status, rows, row } = response;
  if (!rows && !row) return compares === 'status' ? `${REJECTED} ${status}` : REJECTED;
  if (compares === 'status') return 'accepted';
  if (!rows) return rowText(row ?? {}, resource, schema);
  const { orderBy = {} } = request.query ?? {};
  const isTotal = Object.hasOwn(orderBy, 'id');
  if (compares === 'rows') {
    const texts = rows.map((one) => rowText(one, resource, schema));
    return (isTotal ? texts : texts.sort()).join();
  }
  const ids = rows.map(({ id }) => String(id));
  if (compares === 'ids') return ids.sort().join();
  if (isTotal) return ids.join();
  const { fields } = resourceOf(schema, resource);
  const compared = (name: string, value: JsonValue = null) =>
    own(fields, name)?.kind === 'decimal' && isDecimal(value)
      ? canonicalDecimal(String(value))
      : value;
  return JSON.stringify(
    rows.map((one) => Object.keys(orderBy).map((name) => compared(name, one[name]))),
  );
}

/** By row, because the mock returns the same object for a row in most responses. */
const texts = new WeakMap<JsonObject, string>();

function rowText(row: JsonObject, resource: string, schema: Resources): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const { fields, relations } = resourceOf(schema, resource);
  const members = Object.keys(row)
    .sort()
    .flatMap((name) => {
      const value = row[name] ?? null;
      if (own(fields, name)) return [`${name}:${canonicalJson(value)}`];
      const relation = own(relations, name);
      return relation ? [`${name}:${relatedText(value, relation.target, schema)}`] : [];
    });
  const text = createHash('sha1').update(members.join()).digest('base64'); // short: thousands of them are kept
  texts.set(row, text);
  return text;
}

function relatedText(value: JsonValue, target: string, schema: Resources): string {
  if (Array.isArray(value))
    return `[${value
      .map((one) => relatedText(one, target, schema))
      .sort()
      .join()}]`;
  return typeof value === 'object' && value !== null
    ? rowText(value, target, schema)
    : JSON.stringify(value);
}

function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join()}}`;
}
