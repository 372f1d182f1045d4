import { type Dialect, type Parameter as ParameterName, resolveDialect } from '../../dialect.js';
import { writeRelaxedJson } from '../../query/relaxed-json.js';
import type { JsonObject } from '../../schema/field.js';
import { isIdentifier } from '../../values/plain-object.js';
import { cursorsIn } from './envelope.js';
import type { Note } from './notes.js';
import {
  type ListRows,
  NoReplyError,
  outcomeOf,
  type RawParameter,
  type Reply,
  type Service,
  UnusableError,
} from './service.js';

/** Names that services give to the parameters. The first is the default of the package. */
const commonNames: Readonly<Record<ParameterName, readonly string[]>> = {
  where: ['where', 'filter', 'filters', 'query', 'q'],
  include: ['include', 'fields', 'select', 'expand'],
  take: ['take', 'limit', 'page_size', 'pageSize', 'per_page', 'perPage', 'size', 'count', '$top'],
  orderBy: ['order_by', 'sort', 'orderBy', 'order', 'sort_by', 'sortBy', 'ordering', '$orderby'],
  skip: ['skip', 'offset', 'start', '$skip'],
  page: ['page', 'page_number', 'pageNumber', 'p'],
  cursor: ['cursor', 'page_token', 'pageToken', 'next_token', 'continuation_token', 'after'],
};

/** How each format writes an order by `id`. */
const orders = { 'name:asc': ['id:asc', 'id:desc'], '-name': ['id', '-id'] } as const;

type OrderFormat = keyof typeof orders;

const orderFormats = Object.keys(orders) as OrderFormat[]; // the keys of the table
const areEqual = (left: readonly string[], right: readonly string[]): boolean =>
  left.join('\n') === right.join('\n');

/** Others may delete a row meanwhile: then all is asked again with other rows. */
const MOST_TRIES = 3;

interface FoundParameters {
  readonly dialect: Pick<Dialect, 'parameters' | 'orderFormat'>;
  /** The member of a body with the cursor of the next page. */
  readonly cursor: string | undefined;
  readonly notes: readonly Note[];
}

/**
 * Finds the names of the parameters: each name is tried on a few rows until the response shows its
 * effect. Three rows are enough.
 *
 * @throws UnusableError if there is no filter.
 */
export async function findParameters(
  service: Service,
  list: ListRows,
  start: Dialect,
  tries = 1,
): Promise<FoundParameters & Pick<Reply, 'body'>> {
  const search = new ParameterSearch(service, list, start);
  const found = await search.run().catch((error: Error) => error);
  if (found instanceof NoReplyError && tries > 1) throw found;
  const { rows = [], body } = await service.askFirst({ path: list.path });
  const isStable = search.ids.every((id) => rows.some((row) => row.id === id));
  const isLost = found instanceof NoReplyError;
  if (isLost || (!isStable && tries < MOST_TRIES))
    return findParameters(service, { ...list, rows }, start, tries + 1);
  if (found instanceof Error) throw found;
  service.undetermined.push(...search.undetermined);
  return { ...found, body };
}

class ParameterSearch {
  /** The rows that are asked for. */
  readonly ids: readonly string[];
  readonly undetermined: Note[] = [];
  readonly #service: Service;
  readonly #list: ListRows;
  /** What a module says, or the defaults. */
  readonly #start: ReturnType<typeof resolveDialect>;
  /** The names that are settled. */
  readonly #names: { [Name in ParameterName]?: string | null } = {};
  readonly #notes: Note[] = [];
  #orderFormat: OrderFormat | undefined;
  #cursor: string | undefined;
  /** The parameters of every request: the filter, and an order as soon as it is found. */
  #these: readonly RawParameter[] = [];
  /** The ids in the order of the service. */
  #ordered: readonly string[] = [];

  constructor(service: Service, list: ListRows, start: Dialect) {
    this.#service = service;
    this.#list = list;
    this.#start = resolveDialect('connect', start);
    this.ids = list.rows.slice(0, 4).map(({ id }) => id);
  }

  async run(): Promise<FoundParameters> {
    await this.#findWhere();
    await this.#findInclude();
    const size = this.ids.length;
    await this.#find('take', async (name) => (await this.#idsWith([name, '2'])).length === 2);
    this.#ordered = await this.#idsWith(...this.#taking(size));
    await this.#findOrder();
    // The next page cannot be asked for without the size of a page.
    if (this.undetermined.length === 0) await this.#findPlace();
    else this.#note('parameters of the next page', 'they need the others');
    const defaults = resolveDialect('connect').parameters;
    const changed = Object.entries({ ...this.#start.parameters, ...this.#names }).filter(
      ([name, value]) => value !== defaults[name as ParameterName], // a key of both
    );
    const parameters = changed.length > 0 ? Object.fromEntries(changed) : undefined;
    const orderFormat = this.#orderFormat === 'name:asc' ? undefined : this.#orderFormat;
    return { dialect: { parameters, orderFormat }, cursor: this.#cursor, notes: this.#notes };
  }

  #ask(...raw: readonly RawParameter[]): Promise<Reply> {
    return this.#service.ask({ path: this.#list.path, raw: [...this.#these, ...raw] });
  }

  async #idsWith(...raw: readonly RawParameter[]): Promise<string[]> {
    const { rows = [] } = await this.#ask(...raw);
    return rows.map(({ id }) => id);
  }

  async #returns(ids: readonly string[], ...raw: readonly RawParameter[]): Promise<boolean> {
    return areEqual(await this.#idsWith(...raw), ids);
  }

  #taking(count: number): RawParameter[] {
    const { take } = this.#names;
    return take ? [[take, `${count}`]] : [];
  }

  /** Tries names until one works. One that was not answered is neither right nor wrong. */
  async #find(
    parameter: ParameterName,
    works: (name: string) => Promise<boolean>,
    more: readonly string[] = [],
  ): Promise<string | undefined> {
    const declared = this.#start.parameters[parameter];
    const common = [...more, ...commonNames[parameter]];
    const taken = Object.values(this.#names);
    let failure = '';
    for (const name of new Set([declared ?? common[0] ?? '', ...common])) {
      if (taken.includes(name)) continue;
      const isRight = await works(name).catch((error: unknown) => {
        failure = outcomeOf(error);
      });
      if (!isRight) continue;
      this.#names[parameter] = name;
      return name;
    }
    this.#names[parameter] = failure === '' ? null : declared;
    if (failure !== '') this.#note(`parameters.${parameter}`, failure);
    return undefined;
  }

  #note(topic: string, reason: string): void {
    this.undetermined.push({ topic, text: `not determined: ${reason}` });
  }

  async #findWhere(): Promise<void> {
    const filters = (write: (json: JsonObject) => string) => async (name: string) => {
      const [first = '', second = ''] = this.ids;
      if (!(await this.#returns([first], [name, write({ id: first })]))) return false;
      // A search for text finds a row by its id, too.
      const found = await this.#idsWith([name, write({ id: { in: [first, second] } })]);
      return areEqual(found.sort(), [first, second].sort());
    };
    const where = await this.#find('where', filters(writeRelaxedJson));
    const [note] = this.undetermined;
    if (note)
      throw new NoReplyError(`GET /v1${this.#list.path} with a filter: ${note.text}.`, note.text);
    if (where !== undefined) {
      this.#these = [[where, writeRelaxedJson({ id: { in: [...this.ids] } })]];
      return;
    }
    const strict = await this.#find('where', filters(JSON.stringify));
    const names = commonNames.where.join(', ');
    const asked = `GET /v1${this.#list.path} with \`id:'…'\`, then \`id:{in:[…]}\``;
    const relaxed = `${strict}={"id":"…"} returns the row, ${strict}=id:'…' does not`;
    const none = 'The service has no filter that the client can write';
    const other = 'The service does not read relaxed JSON, which the client writes';
    throw new UnusableError(
      strict === undefined
        ? `${none}: ${asked}, did not return exactly these rows under the names ${names}.`
        : `${other}: ${relaxed}.`,
    );
  }

  async #findInclude(): Promise<void> {
    const [row = {}] = this.#list.rows;
    const field = Object.keys(row).find(
      (key) => key !== 'id' && isIdentifier(key) && typeof Reflect.get(row, key) !== 'object',
    );
    if (field === undefined) return;
    await this.#find('include', async (name) => {
      const { rows = [] } = await this.#ask([name, `${field}:true`]);
      const keys = rows.flatMap((found) => Object.keys(found));
      return rows.length > 0 && keys.every((key) => key === 'id' || key === field);
    });
  }

  async #findOrder(): Promise<void> {
    const name = await this.#find('orderBy', async (parameter) => {
      for (const format of new Set([this.#start.orderFormat, ...orderFormats])) {
        const [asc, desc] = orders[format];
        const up = await this.#idsWith([parameter, asc]);
        if (!areEqual([...up].sort(), [...this.ids].sort())) continue;
        if (!(await this.#returns([...up].reverse(), [parameter, desc]))) continue;
        this.#orderFormat = format;
        this.#ordered = up;
        return true;
      }
      return false;
    });
    if (name && this.#orderFormat)
      this.#these = [...this.#these, [name, orders[this.#orderFormat][0]]];
  }

  async #findPlace(): Promise<void> {
    const [firstTwo, nextTwo] = [this.#ordered.slice(0, 2), this.#ordered.slice(2, 4)];
    const two = this.#taking(2);
    // Some services need both.
    await this.#find('skip', (name) =>
      this.#returns(this.#ordered.slice(1), ...this.#taking(this.ids.length), [name, '1']),
    );
    this.#names.page = null;
    this.#names.cursor = null;
    if (two.length === 0) return;
    if (this.#names.skip === null)
      await this.#find(
        'page',
        async (name) =>
          (await this.#returns(nextTwo, ...two, [name, '2'])) &&
          this.#returns(firstTwo, ...two, [name, '1']),
      );
    const candidates = cursorsIn((await this.#ask(...two)).body);
    for (const { path, name, value } of candidates) {
      const names = [name.replace(/^next_?/i, ''), name].filter(Boolean);
      const continues = (parameter: string) => this.#returns(nextTwo, ...two, [parameter, value]);
      if (this.#cursor === undefined && (await this.#find('cursor', continues, names)))
        this.#cursor = path;
    }
    const tried = commonNames.cursor.join(', ');
    const text = `it looks like a cursor, and no parameter continues with it: ${tried}`;
    if (this.#cursor === undefined && candidates[0])
      this.#notes.push({ topic: candidates[0].path, text });
  }
}
