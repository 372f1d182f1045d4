import type { RequestDialect } from '../../../dialect/request-dialect.js';
import { own } from '../../../values/plain-object.js';
import type { ServiceRequest } from '../service/live-service.js';
import { fieldLines } from './field-lines.js';
import {
  type Asks,
  aboutOf,
  fill,
  isOfNull,
  kindsOf,
  type Placeholders,
  placeholdersIn,
} from './line.js';
import { isPlain, operandsOf } from './operands.js';
import { type Place, placesIn } from './placeholders.js';
import {
  type ComparedResource,
  type ComparedRows,
  type Draft,
  hasNull,
  usesIn,
  within,
} from './query.js';
import { combinedLines, neededLines, rawLines } from './request-lines.js';

/** Every line, once for each kind of fields that it is asked for. */
const lines = [...neededLines, ...rawLines, ...combinedLines, ...fieldLines].flatMap((line) => {
  const kinds = kindsOf(line);
  return (kinds.length > 0 ? kinds : [undefined]).map((kind) => ({ line, kind }));
});

/** What the queries are about. */
export const abouts: readonly string[] = lines.map(({ line, kind }) => aboutOf(line, kind));

/**
 * How many queries are made of a line for one field, relation or resource: each has other values.
 */
const MOST = 4;

/**
 * What every service is asked, besides random queries: first what clients rely on, then one query
 * of each line, a second one of each, and so on. Those of a line differ in fields and values.
 */
export function catalogDrafts(rows: ComparedRows, dialect: RequestDialect): Draft[] {
  const places = placesIn(rows);
  const byLine = lines.map((asked, turn) => {
    const [, { raw }] = asked.line;
    const byRepetition = (raw ? places.slice(0, 1) : places).flatMap((place) =>
      draftsOf(asked, place, rows, dialect),
    );
    const inTurn = rotate(byRepetition, turn);
    // Every second field has nulls, because services differ in what null matches.
    const spread = inRounds(
      [true, false].map((nulls) => inTurn.filter(({ hasNulls }) => hasNulls === nulls)),
    );
    return inRounds(spread.map(({ drafts }, index) => rotate(drafts, index)));
  });
  return [
    ...byLine.flat().filter(({ isNeeded }) => isNeeded),
    ...inRounds(byLine).filter(({ isNeeded }) => !isNeeded),
  ];
}

/** The first item of each list, then the second of each, and so on. */
const inRounds = <Item>(lists: readonly (readonly Item[])[]): Item[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();

/** A list that begins with another item. */
const rotate = <Item>(items: readonly Item[], turn: number): Item[] => {
  const first = turn % Math.max(1, items.length);
  return [...items.slice(first), ...items.slice(0, first)];
};

type AskedLine = (typeof lines)[number];

/** The drafts of a line, by the field or relation that they are about. */
function draftsOf(asked: AskedLine, place: Place, rows: ComparedRows, dialect: RequestDialect) {
  const [, asks, rule] = asked.line;
  return repeat(asked, place).map(({ about, placeholders, hasNulls = false }) => ({
    hasNulls,
    drafts: fill(asks, placeholders, MOST).flatMap((filled): Draft[] => {
      const { name } = place.of;
      const { where = {}, include, orderBy, path, raw } = filled;
      const request = requestOf(filled, place.of, dialect);
      if (!request) return [];
      const usual = include || path !== undefined || raw ? 'rows' : orderBy ? 'order' : 'ids';
      const compares = filled.compares ?? usual;
      const uses = usesIn(rows, name, where);
      const isNeeded = neededLines.includes(asked.line);
      return [
        {
          about,
          rule,
          resource: name,
          request,
          compares,
          uses,
          isPlain: isPlain(asks.where),
          isNeeded,
        },
      ];
    }),
  }));
}

/** A line for one field, relation or resource. */
interface Repetition {
  readonly about: string;
  readonly placeholders: Placeholders;
  readonly hasNulls?: boolean;
}

/** A line for each field or relation that it is about, or once. */
function repeat({ line, kind }: AskedLine, { of, placeholders, relations }: Place): Repetition[] {
  const [about, asks] = line;
  if (kind !== undefined)
    return Object.entries(of.resource.fields)
      .filter(([, field]) => field.kind === kind && (field.nullable || !isOfNull(line)))
      .filter(([name]) => !Object.hasOwn(asks.orderBy ?? {}, name)) // an order by id and id
      .map(([name, field]) => ({
        about: `${aboutOf(line, kind)} (${kind})`,
        placeholders: operandsOf(name, field, of.rows),
        hasNulls: hasNull(of.rows, name, field),
      }));
  const isOfRelation = placeholdersIn(asks).some((name) =>
    ['relation', 'toMany', 'toOne'].includes(name),
  );
  if (!isOfRelation) return [{ about, placeholders }];
  return relations.map((one) => ({
    about: `${about} (${one.name})`,
    placeholders: one.placeholders,
  }));
}

/** `undefined` if the service lacks a parameter. */
function requestOf(
  { path, raw, authorization, compares: _, ...query }: Asks,
  of: ComparedResource,
  { parameters }: RequestDialect,
): ServiceRequest | undefined {
  const others = authorization === undefined ? {} : { authorization };
  if (!raw) {
    const where = path === undefined ? { where: within(of, query.where) } : {};
    return { path: path ?? of.path, query: { ...query, ...where }, ...others };
  }
  const names = (name: string) => own<string | null>(parameters, name);
  if (Object.keys(raw).some((name) => names(name) === null)) return undefined;
  const texts = Object.entries(raw).flatMap(([name, some]) =>
    [some].flat().map((text) => [names(name) ?? name, text] as const),
  );
  return { path: path ?? of.path, raw: texts, ...others };
}
