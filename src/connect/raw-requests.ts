import type { ResolvedDialect } from '../dialect/dialect.js';
import type { RequestDialect } from '../dialect/request-dialect.js';
import { writeAuthorization } from '../values/authorization.js';
import type { ComparedRows } from './compared-rows.js';
import type { Comparand, Draft } from './query.js';

type Parameter = keyof ResolvedDialect['parameters'];
/** The names of a client's parameters, or others with a colon before them. */
type Raw = readonly (readonly [name: Parameter | `:${string}`, text: string])[];

interface Line {
  readonly about: string;
  readonly raw?: Raw;
  readonly path?: string;
  readonly authorization?: string | null;
  readonly compares?: Comparand;
  readonly rule?: string;
}

/** Parts of the texts. */
interface Names {
  readonly path: string;
  readonly id: string;
  readonly field: string;
  readonly other: string;
}

/** What `where` and `include` look like, parameters, paths, keys: requests that a client may not be able to write. */
const linesOf = ({ path, id, field, other }: Names): readonly Line[] => [
  { about: 'where: with braces', raw: [['where', `{id:'${id}'}`]], rule: 'where' },
  { about: 'where: without braces', raw: [['where', `id:'${id}'`]], rule: 'where' },
  { about: 'where: strict JSON', raw: [['where', `{"id":"${id}"}`]], rule: 'where' },
  { about: 'where: strict JSON without braces', raw: [['where', `"id":"${id}"`]] },
  { about: 'where: spaces', raw: [['where', `{ id : '${id}' }`]] },
  { about: 'where: line breaks', raw: [['where', `{\n  "id": "${id}"\n}`]] },
  { about: 'where: keys in single quotes', raw: [['where', `{'id':'${id}'}`]] },
  { about: 'where: text in double quotes', raw: [['where', `id:"${id}"`]] },
  { about: 'where: comparators', raw: [['where', `{id:{in:['${id}'],neq:'x'}}`]] },
  { about: 'where: escaped characters', raw: [['where', `id:'${escaped(id)}'`]] },
  { about: 'where: text without quotes', raw: [['where', 'id:no_such_value']] },
  { about: 'where: 30 levels', raw: [['where', `${'{AND:['.repeat(30)}{id:'${id}'}${']}'.repeat(30)}`]] },
  { about: 'where: blank', raw: [['where', '']], compares: 'status' },
  { about: 'where: no JSON', raw: [['where', 'id:{{']], compares: 'status' },
  { about: 'where: a brace that is not closed', raw: [['where', `{id:'${id}'`]] },
  { about: 'where: an array', raw: [['where', '[]']] },
  { about: 'where: AND with an object', raw: [['where', `AND:{id:'${id}'}`]] },
  { about: 'where: in with one text', raw: [['where', `id:{in:'${id}'}`]] },
  { about: 'where: an array as a value', raw: [['where', `id:['${id}']`]] },
  { about: 'include: with braces', raw: [['include', `{${field}:true}`]], rule: 'include 10' },
  { about: 'include: without braces', raw: [['include', `${field}:true`]], rule: 'include 10' },
  { about: 'include: strict JSON', raw: [['include', `{"${field}": true}`]], rule: 'include 10' },
  { about: 'include: an empty object', raw: [['include', '{}']] },
  { about: 'include: blank', raw: [['include', '']] },
  { about: 'include: a number as a flag', raw: [['include', `${field}:1`]] },
  { about: 'include: no JSON', raw: [['include', '{{']], compares: 'status' },
  { about: 'include: an array', raw: [['include', '[]']] },
  {
    about: 'include: true and false mixed',
    raw: [['include', `${field}:true,${other}:false`]],
    rule: 'include 8',
  },
  { about: 'parameters: an unknown one', raw: [[':no_such_parameter', '1']] },
  {
    about: 'parameters: where twice',
    raw: [
      ['where', `id:'${id}'`],
      ['where', `id:'${id}'`],
    ],
  },
  { about: 'parameters: take is negative', raw: [['take', '-1']] },
  { about: 'parameters: take is no number', raw: [['take', 'many']] },
  { about: 'parameters: skip is negative', raw: [['skip', '-1']] },
  { about: 'paths: a slash at the end', path: `${path}/`, compares: 'ids' },
  { about: 'paths: an unknown one', path: '/no-such-resource', compares: 'status' },
  { about: 'keys: none', authorization: null, compares: 'status', rule: 'authentication 1' },
  {
    about: 'keys: none, and an invalid query',
    raw: [['where', 'id:{{']],
    authorization: null,
    compares: 'status',
  },
  {
    about: 'keys: an unknown one',
    authorization: writeAuthorization('no-such-key-0000'),
    compares: 'status',
    rule: 'authentication 1',
  },
  { about: 'keys: another scheme', authorization: 'Bearer no-such-key-0000', compares: 'status' },
];

const escaped = (id: string): string => `\\u${id.charCodeAt(0).toString(16).padStart(4, '0')}${id.slice(1)}`;

/** The raw requests, for the resource with the most fields. */
export function rawRequests({ resources }: ComparedRows, { parameters }: RequestDialect): Draft[] {
  const [of] = [...resources].sort((left, right) => fieldCount(right) - fieldCount(left));
  if (!of) return [];
  const { path, rows, name, resource } = of;
  const [field = 'id', other = field] = Object.keys(resource.fields).filter(
    (key) => key !== 'id' && !resource.fields[key]?.computed,
  );
  const id = String(rows[0]?.id);
  const lines = linesOf({ path, id, field, other });
  return lines.flatMap(({ about, raw, compares = 'rows', rule, ...others }): Draft[] => {
    const isRestricted = !raw || raw.some(([key]) => key === 'where');
    const given: Raw = isRestricted ? (raw ?? []) : [['where', `id:'${id}'`], ...raw];
    const written = given.flatMap(([key, text]) => {
      const known = key.startsWith(':') ? key.slice(1) : parameters[key as Parameter]; // it has no colon
      return known === null ? [] : [[known, text] as const];
    });
    if (written.length < given.length) return [];
    return [{ about, rule, resource: name, compares, request: { path, raw: written, ...others } }];
  });
}

const fieldCount = ({ resource }: ComparedRows['resources'][number]): number =>
  Object.keys(resource.fields).length;

/** Requests for single rows. */
export const getRequests = ({ resources }: ComparedRows, { parameters }: RequestDialect): Draft[] =>
  resources.flatMap(({ name, path, resource, rows }): Draft[] => {
    const [first] = rows;
    if (!resource.operations.includes('get') || !first) return [];
    const get = (about: string, id: string, raw: readonly (readonly [string, string])[] = []): Draft => ({
      about,
      resource: name,
      request: { path: `${path}/${id}`, raw },
      compares: 'status',
    });
    const id = String(first.id);
    const absent = id.replace(/[0-9a-f]/gi, (digit) => (digit === 'e' ? 'd' : 'e'));
    return [
      get('get: an unknown id', absent),
      get('get: text that is no UUID', 'no-such-id'),
      ...(parameters.where === null ? [] : [get('get: where', id, [[parameters.where, `id:'${id}'`]])]),
    ];
  });
