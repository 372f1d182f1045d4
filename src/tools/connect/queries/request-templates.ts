import type { JsonObject, JsonValue } from '../../../schema/field.js';
import { writeAuthorization } from '../../../values/headers.js';
import type { Comparand } from './query.js';

/**
 * A request with placeholders: `$…` stands for a name or a value of the rows, as a key, as a text or in a text, and
 * the key `...` adds the members of an object. A template is left out where the rows have no such value.
 */
export interface RequestTemplate {
  readonly about: string;
  readonly compares: Comparand;
  /** The rule of the API specification, if it is not silent. */
  readonly rule?: string | undefined;
  readonly where?: JsonObject;
  readonly include?: JsonValue;
  readonly orderBy?: JsonObject;
  readonly page?: { readonly [name: string]: number | string };
  /** Parameters as text, by the name of a client, with all texts of a repeated one. */
  readonly raw?: { readonly [name: string]: string | readonly string[] };
  readonly path?: string;
  readonly authorization?: string | null;
}

type RequestParts = Omit<RequestTemplate, 'about' | 'compares' | 'rule'>;

const list = (about: string, where: JsonObject, rule?: string): RequestTemplate => ({
  about,
  compares: 'ids',
  rule,
  where,
});
const page = (
  about: string,
  orderBy: JsonObject,
  page: NonNullable<RequestParts['page']>,
  where: JsonObject = {},
) => ({ about: `pages: ${about}`, compares: 'order', where, orderBy, page }) as const;
const order = (about: string, orderBy: JsonObject): RequestTemplate => ({
  about: `order: ${about}`,
  compares: 'order',
  where: {},
  orderBy,
});
const shown = (about: string, include: JsonValue, rule?: string): RequestTemplate => ({
  about: `include: ${about}`,
  compares: 'rows',
  rule,
  where: {},
  include,
});
const raw = (
  about: string,
  given: RequestParts['raw'],
  compares: Comparand = 'rows',
  rule?: string,
  others?: RequestParts,
): RequestTemplate => ({ about, compares, rule, raw: given ?? {}, ...others });

/** For each resource: what every client relies on. */
export const neededTemplates: readonly RequestTemplate[] = [
  { about: 'list: default fields', compares: 'rows', rule: 'include 1', where: {} },
  { about: 'get: default fields', compares: 'rows', rule: 'include 1', path: '$get' },
  list('list: by id', { id: '$middle' }, 'where 1'),
  list('list: by several ids', { id: { in: '$ids' } }, 'comparators'),
  page('after an id', { id: 'asc' }, { take: 3 }, { id: { gt: '$middle' } }),
  page('ordered by id', { id: 'asc' }, { take: 4 }),
  page('ordered by id', { id: 'desc' }, { take: 4 }),
  page(
    'after a value and an id',
    { $paged: 'asc', id: 'asc' },
    { take: 3 },
    { OR: [{ $paged: { gt: '$pagedValue' } }, { $paged: '$pagedValue', id: { gt: '$middle' } }] },
  ),
  page('skip', { id: 'asc' }, { skip: 2, take: 3 }),
  page('skip all', { id: 'asc' }, { skip: '$count' }),
  page('after', { id: 'asc' }, { after: '$middle', take: 3 }),
  page('before', { id: 'asc' }, { before: '$middle' }), // the first three rows are the same without it
  page('take 0', { id: 'asc' }, { take: 0 }),
  shown('a field', { $a: true }, 'include 2'),
  shown('an excluded field', { $a: false }, 'include 3'),
];

/** For each resource. `$a` to `$c` are fields, `$match` is a filter, `$elsewhere` one of the same field, `$second` of another. */
export const resourceTemplates: readonly RequestTemplate[] = [
  shown('several fields', { $a: true, $last: true }, 'include 2'),
  shown('several excluded fields', { $b: false, $c: false, $last: false }, 'include 3'),
  shown('only the id', { id: true }),
  shown('without the id', { id: false }, 'include 4'),
  shown('true and false mixed', { $a: true, $b: false }, 'include 8'),
  shown('an unknown field', { no_such_field: true, $a: true }),
  shown('an unknown excluded field', { no_such_field: false }),
  shown('a computed field', { $computed: true }, 'include 9'),
  shown('a computed field and a stored one', { $computed: true, $a: true }, 'include 9'),
  shown('a computed field beside an excluded one', { $computed: true, $a: false }),
  { about: 'get: a field', compares: 'rows', rule: 'include 2', path: '$get', include: { $a: true } },
  {
    about: 'get: true and false mixed',
    compares: 'rows',
    rule: 'include 8',
    path: '$get',
    include: { $a: true, $b: false },
  },
  { about: 'get: an unknown id', compares: 'status', path: '$unknownId' },
  { about: 'get: an unknown id', compares: 'status', path: '$otherUnknownId' },
  { about: 'get: text that is no UUID', compares: 'status', path: '$path/no-such-id' },
  list('logic: two fields', { '...': ['$match', '$second'] }, 'where 2'),
  list('logic: AND', { AND: ['$match', '$second'] }, 'where 3'),
  list('logic: AND of values that exclude each other', { AND: ['$match', '$elsewhere'] }, 'where 3'),
  list('logic: OR', { OR: ['$match', '$elsewhere'] }, 'where 3'),
  list('logic: OR of several fields', { OR: [{ '...': ['$match', '$second'] }, '$elsewhere'] }, 'where 3'),
  list('logic: AND beside a field', { AND: ['$notSecond'], '...': ['$match'] }, 'where 2'),
  list('logic: OR beside a field', { OR: ['$second', '$notSecond'], '...': ['$match'] }, 'where 2'),
  list('logic: AND and OR', { AND: ['$match'], OR: ['$elsewhere', '$second'] }, 'where 2'),
  list(
    'logic: OR in AND in OR',
    { OR: [{ AND: ['$match', { OR: ['$second', '$elsewhere'] }] }, '$elsewhere'] },
    'where 3',
  ),
  list('logic: a field without comparators', { $a: {} }),
  list('empty: AND', { AND: [] }),
  list('empty: OR', { OR: [] }),
  list('empty: OR beside a field', { OR: [], '...': ['$match'] }),
  list('unknown: a field', { no_such_field: 'x' }),
  list('unknown: a field beside a known one', { no_such_field: 'x', '...': ['$match'] }),
  order('two fields', { $a: 'desc', $b: 'asc', id: 'desc' }),
  order('an unknown field', { no_such_field: 'asc', id: 'asc' }),
  order('a JSON field', { $json: 'asc', id: 'asc' }),
  raw('parameters: an unknown one', { where: "id:'$id'", no_such_parameter: '1' }),
];

/** For each field that can be ordered by. */
export const fieldTemplates: readonly RequestTemplate[] = [
  order('$kind', { $field: 'asc', id: 'asc' }),
  order('$kind', { $field: 'desc', id: 'asc' }),
  order('$kind, one field', { $field: 'asc' }),
];

/** For each relation. `$ra` is a related field, `$rmatch` a filter on related rows. */
export const relationTemplates: readonly RequestTemplate[] = [
  shown('a relation', { $relation: true }, 'include 5'),
  shown('no relation', { $relation: false }),
  shown('a relation without where', { $relation: { include: { $ra: true } } }),
  shown('an empty object', { $relation: {} }),
  shown('a relation beside a field', { $a: true, $relation: true }, 'include 6'),
  shown('a relation beside an excluded field', { $a: false, $relation: true }, 'include 7'),
  shown('both forms', { $a: true, $relation: { $ra: false } }, 'include 8'),
  shown('both forms', { $a: false, $b: false, $relation: { $rb: true } }, 'include 8'),
  shown('a related field', { $relation: { $ra: true } }, 'include 6'),
  shown('several related fields', { $relation: { $ra: true, $rlast: true } }, 'include 6'),
  shown('an excluded related field', { $relation: { $ra: false } }, 'include 6'),
  shown('only the related id', { $relation: { id: true } }),
  shown('without the related id', { $relation: { id: false } }, 'include 4'),
  shown('related true and false mixed', { $relation: { $ra: true, $rb: false } }, 'include 8'),
  shown('an unknown related field', { $relation: { no_such_field: true, $ra: true } }),
  shown('a related computed field', { $relation: { $rcomputed: true } }, 'include 9'),
  shown('a relation of a relation', { $relation: { $next: true, $ra: true } }, 'include 6'),
  shown('a filter', { $relation: { where: '$rmatch' } }, '$filterRule'),
  shown('a filter', { $relation: { where: '$relsewhere', include: { $ra: true } } }, '$filterRule'),
  shown('a filter', { $relation: { where: { OR: ['$rmatch', '$relsewhere'] } } }, '$filterRule'),
  shown(
    'a filter',
    { $relation: { where: { AND: ['$rmatch', '$relsewhere'] }, include: {} } },
    '$filterRule',
  ),
  shown('a filter that nothing matches', { $relation: { where: { id: 'no-such-id' } } }),
  {
    about: 'get: a relation',
    compares: 'rows',
    rule: 'include 5',
    path: '$get',
    include: { $relation: true },
  },
  {
    about: 'get: a related field',
    compares: 'rows',
    rule: 'include 6',
    path: '$get',
    include: { $relation: { $ra: true } },
  },
  { about: 'get: a filter', compares: 'rows', path: '$get', include: { $relation: { where: '$rmatch' } } },
];

const quantifiers = ['some', 'none', 'every'];

/** For each to-many relation, with filters on several fields of the related rows. */
export const toManyTemplates: readonly RequestTemplate[] = [
  ...quantifiers.flatMap((quantifier) => [
    list(`relations: ${quantifier}`, { $relation: { [quantifier]: '$rmatch' } }, 'where 4'),
    list(`relations: ${quantifier}`, { $relation: { [quantifier]: '$rneq' } }, 'where 4'),
    list(
      `relations: ${quantifier} of numbers`,
      { $relation: { [quantifier]: { $rnumber: { gt: '$zero' } } } },
      'where 4',
    ),
    list(`relations: ${quantifier} of an empty filter`, { $relation: { [quantifier]: {} } }),
  ]),
  list('relations: two conditions on one row', { $relation: { some: '$pair' } }, 'where 4'),
  list('relations: AND inside', { $relation: { some: { AND: ['$rmatch', '$rsecond'] } } }, 'where 4'),
  list('relations: OR inside', { $relation: { some: { OR: ['$rmatch', '$relsewhere'] } } }, 'where 4'),
  list('relations: OR inside every', { $relation: { every: { OR: ['$rmatch', '$relsewhere'] } } }, 'where 4'),
  list('relations: no quantifier', { $relation: '$rmatch' }),
  list('relations: two quantifiers', { $relation: { some: '$rmatch', none: '$relsewhere' } }),
  list('relations: beside a field', { $relation: { some: '$rmatch' }, '...': ['$match'] }, 'where 5'),
  list('relations: in OR', { OR: [{ $relation: { none: '$rmatch' } }, '$match'] }, 'where 4'),
  list('relations: an unknown field inside', { $relation: { some: { no_such_field: 'x' } } }),
  list('relations: every, with null', { $relation: { every: { $rnull: '$rnullValue' } } }),
  list('relations: every, with null', { $relation: { every: { $rnull: { neq: '$rnullValue' } } } }),
  list('relations: every, with null', { $relation: { every: { $rnull: { in: ['$rnullValue'] } } } }),
  list('relations: every, with null', { $relation: { every: { $rnull: { not_in: ['$rnullValue'] } } } }),
  list('relations: every, with null', { $relation: { every: { $rnull: null } } }),
  list('relations: every, with null in a list', {
    $relation: { every: { $rnull: { in: [null, '$rnullValue'] } } },
  }),
  list('relations: every, with null', { $relation: { every: { $rnullText: { like: '' } } } }),
  list('relations: every, with null', { $relation: { every: { $rjson: { exists: 'a' } } } }),
  list('relations: every, with null', { $relation: { every: { $rjson: { contains: { a: 1 } } } } }),
  list('relations: some, with null', { $relation: { some: { $rnull: null } } }),
  list('relations: none, with null', { $relation: { none: { $rnull: { neq: '$rnullValue' } } } }),
  list('relations: some in some', { $relation: { some: { $next: { some: '$nmatch' } } } }, 'where 4'),
  list(
    'relations: some in every',
    { $relation: { every: { OR: [{ $next: { some: '$nmatch' } }, '$rmatch'] } } },
    'where 4',
  ),
];

/** For each to-one relation that can be filtered by. */
export const toOneTemplates: readonly RequestTemplate[] = [
  list('relations: a filter on the related row', { $relation: '$rmatch' }),
  list('relations: a filter on the related row', { $relation: '$rneq' }),
];

const UNKNOWN_KEY = 'no-such-key-0000';

/** For the resource with the most fields: requests that a client may not be able to write. */
export const rawTemplates: readonly RequestTemplate[] = [
  raw('where: braces', { where: "{id:'$id'}" }, 'rows', 'where'),
  raw('where: no braces', { where: "id:'$id'" }, 'rows', 'where'),
  raw('where: strict JSON', { where: '{"id":"$id"}' }, 'rows', 'where'),
  raw('where: strict JSON without braces', { where: '"id":"$id"' }),
  raw('where: spaces', { where: "{ id : '$id' }" }),
  raw('where: line breaks', { where: '{\n  "id": "$id"\n}' }),
  raw('where: keys in single quotes', { where: "{'id':'$id'}" }),
  raw('where: text in double quotes', { where: 'id:"$id"' }),
  raw('where: comparators', { where: "{id:{in:['$id'],neq:'x'}}" }),
  raw('where: escaped characters', { where: "id:'$escapedId'" }),
  raw('where: text without quotes', { where: 'id:no_such_value' }),
  raw('where: 30 levels', { where: `${'{AND:['.repeat(30)}{id:'$id'}${']}'.repeat(30)}` }),
  raw('where: blank', { where: '' }, 'status'),
  raw('where: no JSON', { where: 'id:{{' }, 'status'),
  raw('where: a brace that is not closed', { where: "{id:'$id'" }),
  raw('where: an array', { where: '[]' }),
  raw('where: AND with an object', { where: "AND:{id:'$id'}" }),
  raw('where: in with one text', { where: "id:{in:'$id'}" }),
  raw('where: an array as a value', { where: "id:['$id']" }),
  raw('include: braces', { include: '{$a:true}' }, 'rows', 'include 10'),
  raw('include: no braces', { include: '$a:true' }, 'rows', 'include 10'),
  raw('include: strict JSON', { include: '{"$a": true}' }, 'rows', 'include 10'),
  raw('include: an empty text', { include: '{}' }),
  raw('include: blank', { include: '' }),
  raw('include: a number as a flag', { include: '$a:1' }),
  raw('include: no JSON', { include: '{{' }, 'status'),
  raw('include: an array', { include: '[]' }),
  raw('parameters: where twice', { where: ["id:'$id'", "id:'$id'"] }),
  raw('parameters: take is negative', { take: '-1' }),
  raw('parameters: take is no number', { take: 'many' }),
  raw('parameters: skip is negative', { skip: '-1' }),
  raw('paths: a slash at the end', {}, 'ids', undefined, { path: '$path/' }),
  raw('paths: an unknown one', {}, 'status', undefined, { path: '/no-such-resource' }),
  raw('keys: none', {}, 'status', 'authentication 1', { authorization: null }),
  raw('keys: none, and an invalid query', { where: 'id:{{' }, 'status', undefined, { authorization: null }),
  raw('keys: an unknown one', {}, 'status', 'authentication 1', {
    authorization: writeAuthorization(UNKNOWN_KEY),
  }),
  raw('keys: another scheme', {}, 'status', undefined, { authorization: `Bearer ${UNKNOWN_KEY}` }),
];

/** All of them. */
export const requestTemplates: readonly RequestTemplate[] = [
  ...neededTemplates,
  ...resourceTemplates,
  ...fieldTemplates,
  ...relationTemplates,
  ...toManyTemplates,
  ...toOneTemplates,
  ...rawTemplates,
];
