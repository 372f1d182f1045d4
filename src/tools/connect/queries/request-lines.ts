import { writeAuthorization } from '../../../values/headers.js';
import type { Line } from './line.js';

/** What every client relies on. */
export const neededLines: readonly Line[] = [
  ['list: default fields', { compares: 'rows' }, 'include 1'],
  ['list: by id', { where: { id: '$middle' } }, 'where 1'],
  ['list: by several ids', { where: { id: { in: '$ids' } } }, 'comparators'],
  ['get: default fields', { path: '$get' }, 'include 1'],
  ['pages: after an id', { where: { id: { gt: '$middle' } }, orderBy: { id: 'asc' }, take: 3 }],
  ['pages: ordered by id', { orderBy: { id: 'asc' }, take: 4 }],
  ['pages: ordered by id', { orderBy: { id: 'desc' }, take: 4 }],
  [
    'pages: after a value and an id',
    {
      where: {
        OR: [{ $paged: { gt: '$pagedValue' } }, { $paged: '$pagedValue', id: { gt: '$middle' } }],
      },
      orderBy: { $paged: 'asc', id: 'asc' },
      take: 3,
    },
  ],
  ['pages: skip', { orderBy: { id: 'asc' }, skip: 2, take: 3 }],
  ['pages: skip all', { orderBy: { id: 'asc' }, skip: 1_000 }],
  ['pages: after', { orderBy: { id: 'asc' }, after: '$middle', take: 3 }],
  ['pages: before', { orderBy: { id: 'asc' }, before: '$middle' }], // the first three rows are the same without it
  ['pages: take 0', { orderBy: { id: 'asc' }, take: 0 }],
  ['include: a field', { include: { $field: true } }, 'include 2'],
  ['include: an excluded field', { include: { $field: false } }, 'include 3'],
  ['include: a relation', { include: { $relation: true } }, 'include 5'],
];

/** For a parameter as text besides the one that is asked about. */
const one = { where: "id:'$id'" };
const unknownKey = writeAuthorization('no-such-key-0000');

/** Requests that a client may not be able to write. */
export const rawLines: readonly Line[] = [
  ['where: braces', { raw: { where: "{id:'$id'}" } }, 'where'],
  ['where: no braces', { raw: { where: "id:'$id'" } }, 'where'],
  ['where: strict JSON', { raw: { where: '{"id":"$id"}' } }, 'where'],
  ['where: strict JSON without braces', { raw: { where: '"id":"$id"' } }],
  ['where: spaces', { raw: { where: "{ id : '$id' }" } }],
  ['where: line breaks', { raw: { where: '{\n  "id": "$id"\n}' } }],
  ['where: keys in single quotes', { raw: { where: "{'id':'$id'}" } }],
  ['where: text in double quotes', { raw: { where: 'id:"$id"' } }],
  ['where: comparators', { raw: { where: "{id:{in:['$id'],neq:'x'}}" } }],
  ['where: escaped characters', { raw: { where: "id:'$escapedId'" } }],
  ['where: text without quotes', { raw: { where: 'id:no_such_value' } }],
  ['where: 30 levels', { raw: { where: `${'{AND:['.repeat(30)}{id:'$id'}${']}'.repeat(30)}` } }],
  ['where: blank', { raw: { where: '' }, compares: 'status' }],
  ['where: no JSON', { raw: { where: 'id:{{' }, compares: 'status' }],
  ['where: no JSON', { raw: { where: '}' }, compares: 'status' }],
  ['where: a brace that is not closed', { raw: { where: "{id:'$id'" } }],
  ['where: an array', { raw: { where: '[]' } }],
  ['where: AND with an object', { raw: { where: "AND:{id:'$id'}" } }],
  ['where: in with one text', { raw: { where: "id:{in:'$id'}" } }],
  ['where: an array as a value', { raw: { where: "id:['$id']" } }],
  ['include: braces', { raw: { ...one, include: '{$field:true}' } }, 'include 10'],
  ['include: no braces', { raw: { ...one, include: '$field:true' } }, 'include 10'],
  ['include: strict JSON', { raw: { ...one, include: '{"$field": true}' } }, 'include 10'],
  ['include: an empty text', { raw: { ...one, include: '{}' } }],
  ['include: blank', { raw: { ...one, include: '' } }],
  ['include: a number as a flag', { raw: { ...one, include: '$field:1' } }],
  ['include: no JSON', { raw: { ...one, include: '{{' }, compares: 'status' }],
  ['include: an array', { raw: { ...one, include: '[]' } }],
  ['parameters: where twice', { raw: { where: ["id:'$id'", "id:'$id'"] } }],
  ['parameters: take is negative', { raw: { ...one, take: '-1' } }],
  ['parameters: take is no number', { raw: { ...one, take: 'many' } }],
  ['parameters: skip is negative', { raw: { ...one, skip: '-1' } }],
  ['parameters: an unknown one', { raw: { ...one, no_such_parameter: '1' } }],
  ['parameters: an unknown one', { raw: { ...one, another_parameter: '1' } }],
  ['parameters: an unknown one', { raw: { ...one, thirdParameter: 'a' } }],
  ['paths: a slash at the end', { raw: {}, path: '$path/' }],
  ['paths: an unknown one', { raw: {}, path: '/no-such-resource', compares: 'status' }],
  ['keys: none', { raw: {}, authorization: null, compares: 'status' }, 'authentication 1'],
  [
    'keys: none, and an invalid query',
    { raw: { where: 'id:{{' }, authorization: null, compares: 'status' },
  ],
  [
    'keys: an unknown one',
    { raw: {}, authorization: unknownKey, compares: 'status' },
    'authentication 1',
  ],
  [
    'keys: another scheme',
    { raw: {}, authorization: 'Bearer no-such-key-0000', compares: 'status' },
  ],
];

/**
 * For each resource or relation: what needs several parts, and what a service may read in another
 * way.
 */
export const combinedLines: readonly Line[] = [
  ['include: only the id', { include: { id: true } }],
  ['include: without the id', { include: { id: false } }, 'include 4'],
  ['include: true and false mixed', { include: { $field: true, $second: false } }, 'include 8'],
  ['include: an unknown field', { include: { no_such_field: true, $field: true } }],
  ['include: an unknown excluded field', { include: { no_such_field: false } }],
  ['include: a computed field', { include: { $computed: true } }, 'include 9'],
  [
    'include: a computed field beside an excluded one',
    { include: { $computed: true, $field: false } },
  ],
  ['include: no relation', { include: { $relation: false } }],
  [
    'include: a relation without where',
    { include: { $relation: { include: { $relatedField: true } } } },
  ],
  ['include: an empty object', { include: { $relation: {} } }],
  [
    'include: a relation beside a field',
    { include: { $field: true, $relation: true } },
    'include 6',
  ],
  [
    'include: a relation and an excluded field',
    { include: { $field: false, $relation: true } },
    'include 7',
  ],
  [
    'include: both forms',
    { include: { $field: true, $relation: { $relatedField: false } } },
    'include 8',
  ],
  [
    'include: both forms',
    { include: { $field: false, $relation: { $relatedField: true } } },
    'include 8',
  ],
  ['include: a related field', { include: { $relation: { $relatedField: true } } }, 'include 6'],
  [
    'include: an excluded related field',
    { include: { $relation: { $relatedField: false } } },
    'include 6',
  ],
  ['include: only the related id', { include: { $relation: { id: true } } }],
  ['include: without the related id', { include: { $relation: { id: false } } }, 'include 4'],
  [
    'include: related true and false mixed',
    { include: { $relation: { $relatedField: true, $relatedSecond: false } } },
    'include 8',
  ],
  ['include: an unknown related field', { include: { $relation: { no_such_field: true } } }],
  [
    'include: a related computed field',
    { include: { $relation: { $relatedComputed: true } } },
    'include 9',
  ],
  ['include: a relation of a relation', { include: { $relation: { $next: true } } }, 'include 6'],
  ['include: a filter', { include: { $toMany: { where: '$relatedMatch' } } }, 'include 11'],
  ['include: a filter', { include: { $relation: { where: '$relatedMatch' } } }],
  [
    'include: a filter that nothing matches',
    { include: { $relation: { where: { id: 'no-such-id' } } } },
  ],

  ['get: a field', { path: '$get', include: { $field: true } }, 'include 2'],
  [
    'get: true and false mixed',
    { path: '$get', include: { $field: true, $second: false } },
    'include 8',
  ],
  ['get: a relation', { path: '$get', include: { $relation: true } }, 'include 5'],
  [
    'get: a related field',
    { path: '$get', include: { $relation: { $relatedField: true } } },
    'include 6',
  ],
  ['get: a filter', { path: '$get', include: { $relation: { where: '$relatedMatch' } } }],
  ['get: an unknown id', { path: '$unknown', compares: 'status' }],
  ['get: text that is no UUID', { path: '$path/no-such-id', compares: 'status' }],

  ['logic: two fields', { where: { $name: '$value', $nameToo: '$valueToo' } }, 'where 2'],
  ['logic: AND', { where: { AND: ['$match', { $nameToo: '$valueToo' }] } }, 'where 3'],
  [
    'logic: AND of values that exclude each other',
    { where: { AND: ['$match', '$other'] } },
    'where 3',
  ],
  ['logic: OR', { where: { OR: ['$match', '$other'] } }, 'where 3'],
  ['logic: OR inside AND', { where: { AND: [{ OR: ['$match', '$other'] }] } }, 'where 3'],
  [
    'logic: AND beside a field',
    { where: { AND: [{ $nameToo: '$valueToo' }], $name: '$value' } },
    'where 2',
  ],
  [
    'logic: AND and OR',
    { where: { AND: ['$match'], OR: ['$other', { $nameToo: '$valueToo' }] } },
    'where 2',
  ],
  ['logic: a field without comparators', { where: { $field: {} } }],
  ['empty: AND', { where: { AND: [] } }],
  ['empty: OR', { where: { OR: [] } }],
  ['empty: OR beside a field', { where: { OR: [], $name: '$value' } }],
  ['unknown: a field', { where: { no_such_field: 'x' } }],
  ['unknown: a field beside a known one', { where: { no_such_field: 'x', $name: '$value' } }],
  ['order: two fields', { orderBy: { $field: 'desc', $second: 'asc', id: 'desc' } }],
  ['order: an unknown field', { orderBy: { no_such_field: 'asc', id: 'asc' } }],

  ...['some', 'none', 'every'].flatMap((quantifier): Line[] => [
    [
      `relations: ${quantifier}`,
      { where: { $toMany: { [quantifier]: '$relatedMatch' } } },
      'where 4',
    ],
    [
      `relations: ${quantifier}`,
      { where: { $toMany: { [quantifier]: '$relatedNot' } } },
      'where 4',
    ],
    [`relations: ${quantifier} of an empty filter`, { where: { $toMany: { [quantifier]: {} } } }],
    [
      `relations: ${quantifier}, with null`,
      { where: { $toMany: { [quantifier]: '$relatedNull' } } },
    ],
    [
      `relations: ${quantifier}, with null`,
      { where: { $toMany: { [quantifier]: '$relatedNullable' } } },
    ],
    [
      `relations: ${quantifier}, with null`,
      { where: { $toMany: { [quantifier]: '$relatedNullableNot' } } },
    ],
  ]),
  [
    'relations: two conditions on one row',
    { where: { $toMany: { some: '$relatedPair' } } },
    'where 4',
  ],
  [
    'relations: OR inside',
    { where: { $toMany: { some: { OR: ['$relatedMatch', '$relatedOther'] } } } },
    'where 4',
  ],
  ['relations: no quantifier', { where: { $toMany: '$relatedMatch' } }],
  [
    'relations: two quantifiers',
    { where: { $toMany: { some: '$relatedMatch', none: '$relatedOther' } } },
  ],
  [
    'relations: with a field',
    { where: { $toMany: { some: '$relatedMatch' }, $name: '$value' } },
    'where 5',
  ],
  [
    'relations: in OR',
    { where: { OR: [{ $toMany: { none: '$relatedMatch' } }, '$match'] } },
    'where 4',
  ],
  ['relations: an unknown field inside', { where: { $toMany: { some: { no_such_field: 'x' } } } }],
  [
    'relations: some in some',
    { where: { $toMany: { some: { $next: { some: '$nextMatch' } } } } },
    'where 4',
  ],
  ['relations: a filter on the related row', { where: { $toOne: '$relatedMatch' } }],
  ['relations: a filter on the related row', { where: { $toOne: '$relatedNot' } }],
];
