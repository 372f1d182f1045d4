import { createServer } from 'node:http';
import JSON5 from 'json5';
import type { Dialect } from '../../src/dialect.js';
import { type Listening, listen } from '../fixtures/listen.js';
import { type Column, type Kind, Rejected, type Stored } from './columns.js';
import { createTest, isObject, type Json, type Meaning, own, type Row } from './filters.js';
import { type Data, type Name, relations, resources, sampleRows } from './sample-rows.js';

export type Order = readonly (readonly [field: string, direction: 'asc' | 'desc'])[];

export interface ServiceOptions {
  /** Rows as JSON. Default: `sampleRows()`. */
  readonly data?: Data | undefined;
  /** The number of rows of a list without a limit. */
  readonly size?: number;
  /** The most rows of any list. */
  readonly max?: number;
}

/** What makes a service another one. */
export interface Form extends Partial<Omit<Meaning, 'tables' | 'columns'>> {
  readonly columns: Record<Kind, Column>;
  /** What a client, a mock or a proxy must know. */
  readonly dialect: Dialect;
  readonly nulls: 'smallest' | 'largest' | 'last' | 'first';
  readonly parameters: readonly string[];
  /** Resources that are relations only. */
  readonly hidden?: readonly Name[];
  /** The text of the order in a query. Default: `order_by`. */
  readonly orderBy?: string;
  /** A slash at the end of each path. A request without it is redirected. */
  readonly end?: '/';
  /** The body of an error. Default: `{ message }`. */
  readonly errorTree?: (error: Rejected) => unknown;
  /** A response of what is in front of the service. */
  readonly intercept?: (url: string) => Response | undefined;
  /** The body of a list of rows that match, in order. */
  readonly page: (rows: readonly Row[], query: URLSearchParams, list: ListContext) => unknown;
}

export interface ListContext {
  readonly show: (row: Row) => Json;
  /** As `Array.prototype.sort` needs it: by the order of the query, and then by id. */
  readonly compare: (left: Row, right: Row) => number;
}

/** A service as a fetch handler. It shares no code with the client and the mock. */
export type Service = ReturnType<typeof createService>;

export function createService(form: Form, data: Data = sampleRows()) {
  const columns = (resource: Name, field: string) =>
    form.columns[resources[resource].fields[field] ?? 'text'];
  const store = (resource: Name, row: Json): Row =>
    Object.fromEntries(
      Object.keys(resources[resource].fields).map((field) => {
        const value = row[field] ?? null;
        return [field, value === null ? null : columns(resource, field).read(value)];
      }),
    );
  const names = Object.keys(resources) as Name[];
  const tables = Object.fromEntries(
    names.map((name) => [name, (data[name] ?? []).map((row) => store(name, row))]),
  ) as Record<Name, Row[]>; // every name has one
  const { isSql = false, hasToOneFilters = false, fold = (value) => value } = form;
  const meaning: Meaning = { isSql, hasToOneFilters, fold, columns, tables };
  const test = (resource: Name, where: unknown) => createTest(meaning, resource, where);

  function compareBy(resource: Name, order: Order) {
    const parts = [...order, ['id', 'asc'] as const].map(([field, direction]) => {
      if (!own(resources[resource].fields, field)) throw new Rejected(`no order by ${field}`);
      const { key = (stored: Stored) => stored, orderKey = key } = columns(resource, field);
      const sign = direction === 'asc' ? 1 : -1;
      const isNullFirst =
        form.nulls === 'first' ||
        (form.nulls !== 'last' && (form.nulls === 'smallest') === sign > 0);
      return ({ [field]: left = null }: Row, { [field]: right = null }: Row): number => {
        if (left === right) return 0;
        if (left === null || right === null) return (left === null) === isNullFirst ? -1 : 1;
        const [a, b] = [orderKey(left), orderKey(right)] as [number, number]; // or text
        return a < b ? -sign : a > b ? sign : 0;
      };
    });
    return (left: Row, right: Row): number => {
      for (const part of parts) {
        const result = part(left, right);
        if (result !== 0) return result;
      }
      return 0;
    };
  }

  /** A row as JSON, with what an include chooses. */
  function show(resource: Name, row: Row | undefined, include: unknown): Json {
    if (!isObject(include)) throw new Rejected('an include must be an object');
    const { fields, secret = [], computed = {} } = resources[resource];
    const visible = Object.keys(fields).filter((name) => !secret.includes(name));
    const related: Json = {};
    for (const [name, value] of Object.entries(include)) {
      const relation = relations[resource][name];
      if (relation && value !== false) {
        const { target, key, isMany } = relation;
        const inner = isObject(value) ? value : {};
        const isMatch = test(target, inner.where ?? {});
        const nested = own(inner, 'where') ? (inner.include ?? {}) : inner;
        show(target, undefined, nested); // rejects an invalid include without rows, too
        if (!row) continue;
        const rows = tables[target]
          .filter((other) => (isMany ? other[key] === row.id : other.id === row[key]))
          .filter((other) => isMatch(other) === true)
          .map((other) => show(target, other, nested));
        related[name] = isMany ? rows : (rows[0] ?? null);
      } else if (
        !relation &&
        (typeof value !== 'boolean' || ![...visible, ...Object.keys(computed)].includes(name))
      )
        throw new Rejected(`${resource} has no field ${name}`);
    }
    const flags = Object.entries(include).filter(([name]) => !relations[resource][name]);
    const chosen = flags.flatMap(([name, value]) => (value === true ? [name] : []));
    if (chosen.length > 0 && chosen.length < flags.length)
      throw new Rejected('true and false are mixed');
    if (!row) return {};
    const shown: Json = {};
    for (const name of visible) {
      if (name !== 'id' && (chosen.length > 0 ? !chosen.includes(name) : include[name] === false))
        continue;
      const stored = row[name] ?? null;
      shown[name] = stored === null ? null : (columns(resource, name).show?.(stored) ?? stored);
    }
    for (const [name, compute] of Object.entries(computed))
      if (chosen.includes(name)) shown[name] = compute(row);
    return { ...shown, ...related };
  }

  function answer(fullPath: string, query: URLSearchParams): unknown {
    const path = form.end ? fullPath.replace(/\/$/, '') : fullPath;
    for (const name of query.keys())
      if (!form.parameters.includes(name)) throw new Rejected(`unknown parameter ${name}`);
    const include = readJson(query.get('include'));
    for (const name of names) {
      if (form.hidden?.includes(name)) continue;
      const base = `/v1${resources[name].path}`;
      if (path === base) {
        const isMatch = test(name, readJson(query.get('where')));
        const compare = compareBy(name, parseOrder(query.get(form.orderBy ?? 'order_by')));
        show(name, undefined, include);
        const rows = tables[name].filter((row) => isMatch(row) === true).sort(compare);
        return form.page(rows, query, { show: (row) => show(name, row, include), compare });
      }
      const id = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined;
      const row = tables[name].find((other) => other.id === id);
      if (row) return show(name, row, include);
    }
    throw new Rejected('not found', 404);
  }

  const requests: URL[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { url, method, headers } = new Request(input, init);
    const { pathname, searchParams } = new URL(url);
    requests.push(new URL(url));
    const intercepted = form.intercept?.(url);
    if (intercepted) return intercepted;
    if (form.end && !pathname.endsWith(form.end)) {
      const location = `${pathname}/`;
      return new Response(null, { status: 301, headers: { location } });
    }
    try {
      if (!/^APIKey \S+$/.test(headers.get('authorization') ?? ''))
        throw new Rejected('no API key', 401);
      if (method !== 'GET') throw new Rejected('only GET', 405);
      return Response.json(answer(pathname, searchParams));
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      const body = form.errorTree?.(error) ?? { message: error.message };
      return Response.json(body, { status: error.status });
    }
  };
  return { dialect: form.dialect, fetch, requests, tables, store, show, test, compareBy };
}

/** Lets a service listen on 127.0.0.1. */
export const serve = ({ fetch }: Pick<Service, 'fetch'>): Promise<Listening> =>
  listen(
    createServer(async ({ url = '', method = 'GET', headers }, response) => {
      const { authorization = '' } = headers;
      const result = await fetch(`http://127.0.0.1${url}`, { method, headers: { authorization } });
      const { status } = result;
      response.writeHead(status, {
        'content-type': 'application/json',
        ...Object.fromEntries(result.headers),
      });
      response.end(await result.text());
    }),
  );

function readJson(parameter: string | null): Json {
  const text = parameter?.trim() || '{}';
  try {
    return JSON5.parse(text.startsWith('{') ? text : `{${text}}`);
  } catch {
    throw new Rejected(`${text} cannot be read as JSON`);
  }
}

/** Reads `name:asc,id:desc` and `name,-id`. */
export const parseOrder = (text: string | null): Order =>
  (text ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const [name = '', direction] = part.split(':');
      const isDescending = direction === 'desc' || part.startsWith('-');
      return [name.replace(/^-/, ''), isDescending ? 'desc' : 'asc'];
    });

/** A number of a query. */
export function count(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text !== null && !/^\d+$/.test(text)) throw new Rejected(`${name} must be a number`);
  return text === null ? otherwise : Number(text);
}
