import type { RequestDialect } from '../../dialect/request-dialect.js';
import { writeAuthorization } from '../../values/authorization.js';
import type { ServiceRequest } from '../service/service.js';
import type { ComparedResource, ComparedRows } from './compared-rows.js';
import { type Comparand, type Draft, draftOf, pathOfRow } from './query.js';

/** A request that a client may not be able to write. */
type Template = readonly [
  about: string,
  /** By the names of a client, with all texts of a repeated one. `$…` stands for a name or an id. */
  parameters: { readonly [name: string]: string | readonly string[] },
  compares: Comparand,
  rule?: string | undefined,
  request?: Partial<ServiceRequest>,
];

const UNKNOWN_KEY = 'no-such-key-0000';

const templates: readonly Template[] = [
  ['where: with braces', { where: "{id:'$id'}" }, 'rows', 'where'],
  ['where: without braces', { where: "id:'$id'" }, 'rows', 'where'],
  ['where: strict JSON', { where: '{"id":"$id"}' }, 'rows', 'where'],
  ['where: strict JSON without braces', { where: '"id":"$id"' }, 'rows'],
  ['where: spaces', { where: "{ id : '$id' }" }, 'rows'],
  ['where: line breaks', { where: '{\n  "id": "$id"\n}' }, 'rows'],
  ['where: keys in single quotes', { where: "{'id':'$id'}" }, 'rows'],
  ['where: text in double quotes', { where: 'id:"$id"' }, 'rows'],
  ['where: comparators', { where: "{id:{in:['$id'],neq:'x'}}" }, 'rows'],
  ['where: escaped characters', { where: "id:'$escapedId'" }, 'rows'],
  ['where: text without quotes', { where: 'id:no_such_value' }, 'rows'],
  ['where: 30 levels', { where: `${'{AND:['.repeat(30)}{id:'$id'}${']}'.repeat(30)}` }, 'rows'],
  ['where: blank', { where: '' }, 'status'],
  ['where: no JSON', { where: 'id:{{' }, 'status'],
  ['where: a brace that is not closed', { where: "{id:'$id'" }, 'rows'],
  ['where: an array', { where: '[]' }, 'rows'],
  ['where: AND with an object', { where: "AND:{id:'$id'}" }, 'rows'],
  ['where: in with one text', { where: "id:{in:'$id'}" }, 'rows'],
  ['where: an array as a value', { where: "id:['$id']" }, 'rows'],
  ['include: with braces', { include: '{$field:true}' }, 'rows', 'include 10'],
  ['include: without braces', { include: '$field:true' }, 'rows', 'include 10'],
  ['include: strict JSON', { include: '{"$field": true}' }, 'rows', 'include 10'],
  ['include: an empty object', { include: '{}' }, 'rows'],
  ['include: blank', { include: '' }, 'rows'],
  ['include: a number as a flag', { include: '$field:1' }, 'rows'],
  ['include: no JSON', { include: '{{' }, 'status'],
  ['include: an array', { include: '[]' }, 'rows'],
  ['include: true and false mixed', { include: '$field:true,$other:false' }, 'rows', 'include 8'],
  ['parameters: an unknown one', { no_such_parameter: '1' }, 'rows'],
  ['parameters: where twice', { where: ["id:'$id'", "id:'$id'"] }, 'rows'],
  ['parameters: take is negative', { take: '-1' }, 'rows'],
  ['parameters: take is no number', { take: 'many' }, 'rows'],
  ['parameters: skip is negative', { skip: '-1' }, 'rows'],
  ['paths: a slash at the end', {}, 'ids', undefined, { path: '$path/' }],
  ['paths: an unknown one', {}, 'status', undefined, { path: '/no-such-resource' }],
  ['keys: none', {}, 'status', 'authentication 1', { authorization: null }],
  ['keys: none, and an invalid query', { where: 'id:{{' }, 'status', undefined, { authorization: null }],
  [
    'keys: an unknown one',
    {},
    'status',
    'authentication 1',
    { authorization: writeAuthorization(UNKNOWN_KEY) },
  ],
  ['keys: another scheme', {}, 'status', undefined, { authorization: `Bearer ${UNKNOWN_KEY}` }],
];

/** The raw requests, for the resource with the most fields. */
export function rawRequests({ resources }: ComparedRows, { parameters }: RequestDialect): Draft[] {
  const [of] = [...resources].sort((left, right) => fieldCount(right) - fieldCount(left));
  if (!of) return [];
  const { path, rows } = of;
  const { fields } = of.resource;
  const [field = 'id', other = field] = Object.keys(fields).filter(
    (key) => key !== 'id' && !fields[key]?.computed,
  );
  const id = String(rows[0]?.id);
  const escapedId = `\\u${id.charCodeAt(0).toString(16).padStart(4, '0')}${id.slice(1)}`;
  const parts: { readonly [name: string]: string } = { path, id, escapedId, field, other };
  const fill = (text: string) => text.replace(/\$(\w+)/g, (_, part) => parts[part] ?? '');
  const names: { readonly [name: string]: string | null } = {
    ...parameters,
    no_such_parameter: 'no_such_parameter',
  };
  return templates.flatMap(([about, given, compares, rule, request = {}]): Draft[] => {
    const isRestricted = Object.keys(given).length === 0 || 'where' in given;
    const named = Object.entries(isRestricted ? given : { where: "id:'$id'", ...given });
    if (named.some(([name]) => names[name] === null)) return [];
    const raw = named.flatMap(([name, texts]) =>
      [texts].flat().map((text) => [names[name] ?? '', fill(text)] as const),
    );
    return [draftOf(of, about, compares, { raw, ...request, path: fill(request.path ?? path) }, rule)];
  });
}

const fieldCount = ({ resource }: ComparedResource): number => Object.keys(resource.fields).length;

/** Requests for single rows. */
export const getRequests = (
  { resources }: ComparedRows,
  { parameters: { where } }: RequestDialect,
): Draft[] =>
  resources.flatMap((of): Draft[] => {
    const path = pathOfRow(of);
    if (path === undefined) return [];
    const id = String(of.rows[0]?.id);
    const absent = id.replace(/[0-9a-f]/gi, (digit) => (digit === 'e' ? 'd' : 'e'));
    const get = (about: string, request: Partial<ServiceRequest>): Draft =>
      draftOf(of, `get: ${about}`, 'status', { raw: [], ...request });
    return [
      get('an unknown id', { path: `${of.path}/${absent}` }),
      get('text that is no UUID', { path: `${of.path}/no-such-id` }),
      ...(where === null ? [] : [get('where', { path, raw: [[where, `id:'${id}'`]] })]),
    ];
  });
