import {
  computed,
  createClient,
  type Dialect,
  date,
  defineSchema,
  enumeration,
  json,
  many,
  nullable,
  string,
  uuid,
} from 'payments-data-client';
import { createMock, type MockData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { declaredSettings } from './declared-settings.js';

const schema = defineSchema({
  groups: {
    path: '/groups',
    operations: ['get', 'list'],
    fields: { id: uuid() },
    relations: { notes: many('notes', { foreignKey: 'group_id' }) },
  },
  notes: {
    path: '/notes',
    operations: ['get', 'list'],
    fields: {
      id: uuid(),
      name: string(),
      text: nullable(string()),
      state: enumeration('open', 'late', 'done'),
      at: date(),
      created_at: date(),
      data: nullable(json()),
      group_id: nullable(uuid()),
      shout: computed(string(), (row) => String(row.name).toUpperCase()),
    },
  },
});

const idOf = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;

/** The third row is younger than the second one, and has a smaller id. */
const notes = [
  {
    id: idOf('a'),
    name: 'ab',
    text: 'ab',
    state: 'open',
    at: '2026-01-01T00:00:00.000Z',
    data: { k: 'x' },
  },
  {
    id: idOf('c'),
    name: 'Zz',
    text: null,
    state: 'late',
    at: '2026-01-02T00:00:00.000Z',
    data: null,
  },
  {
    id: idOf('b'),
    name: 'a%',
    text: 'a%',
    state: 'done',
    at: '2026-01-03T00:00:00.000Z',
    data: { k: { l: [1, 2], e: {} }, n: null, 'd.e': 1, d: { f: 1 } },
  },
].map((note) => ({ ...note, group_id: idOf('d') }));
const groups = [{ id: idOf('d') }, { id: idOf('e') }];

/** Sends something to a service with a dialect, and returns what comes back. */
type Ask = (dialect: Dialect) => Promise<unknown>;

const mockOf = (dialect: Dialect, data: MockData<typeof schema> = { notes, groups }) =>
  createMock({ schema, data, dialect });

/** Sends a request for a list to the mock. */
const list =
  (search: string, path = '/notes', data?: MockData<typeof schema>): Ask =>
  async (dialect) => {
    const { baseUrl, clientOptions, fetch } = mockOf(dialect, data);
    const headers = { Authorization: `APIKey ${clientOptions.apiKey}` };
    const response = await fetch(`${baseUrl}/v1${path}?${search}`, { headers });
    return `${response.status} ${await response.text()}`;
  };

/** Rows whose dates, ids and insertion have another order each. */
const dated = {
  groups,
  notes: ['b', 'c', 'a'].map((letter, index) => ({
    id: idOf(letter),
    group_id: idOf('d'),
    created_at: `2026-01-0${index + 1}`,
  })),
};

/** Names that every collation orders in another way. */
const texts = {
  groups,
  notes: ['Z', 'a', '_', 'b', 'B', 'É', 'é', 'à', 'a ', 'A', 'Tê', 'tê', 'TÊ', 'te'].map(
    (name) => ({
      name,
    }),
  ),
};

const manyNotes = {
  groups,
  notes: Array.from({ length: 150 }, (_, index) => ({ name: `${index}` })),
};

const withoutKey: Ask = async (dialect) => {
  const { baseUrl, fetch } = mockOf(dialect);
  return (await fetch(`${baseUrl}/v1/notes`)).status;
};

/** What a client returns for a body whose rows are in `result`, whatever the dialect. */
const readResult: Ask = (dialect) =>
  createClient({
    schema,
    dialect,
    baseUrl: 'https://api.example.com',
    apiKey: 'test-key',
    fetch: async () => Response.json({ result: groups }),
  })
    .groups.list()
    .catch((error: Error) => error.message);

/**
 * What shows the alternatives of each setting: the responses of one alternative are not those of
 * another.
 */
const shownBy: Readonly<Record<string, readonly Ask[]>> = {
  envelope: [list('take=1'), readResult],
  'parameters.where': [list("where=name:'ab'")],
  'parameters.include': [list('include=name:true')],
  'parameters.orderBy': [list('order_by=name:desc')],
  'parameters.take': [list('take=1')],
  'parameters.skip': [list('skip=1')],
  'parameters.page': [list('take=1&page=2')],
  'parameters.after': [list('order_by=name:asc&after=ab')],
  'parameters.before': [list('order_by=name:asc&before=ab')],
  orderFormat: [list('order_by=name:desc'), list('order_by=-name')],
  'pageSize.default': [list('', '/notes', manyNotes)],
  'pageSize.max': [list('take=120', '/notes', manyNotes)],
  'rejections.query': [list('where=nmae:1')],
  'rejections.credentials': [withoutKey],
  'rejections.id': [list('', `/notes/${idOf('f')}`)],
  'rejections.body': [list('where=nmae:1')],
  dates: [
    list("where=at:'2026-01-01T00:00:00.000Z'"),
    list("where=at:'2026-01-01'"),
    list("where=at:{gt:'2026-01-01'}", '/notes', { notes: [{ at: '2026-01-01T00:00:00.0005Z' }] }),
    list("where=at:'2026-01-01T00:00:00.0007Z'"),
  ],
  'nulls.neq': [list("where=text:{neq:'ab'}")],
  'nulls.notIn': [list("where=text:{not_in:['ab']}")],
  'nulls.notContains': [list("where=text:{not_contains:'b'}")],
  'nulls.insideIn': [list("where=text:{in:['ab',null]}")],
  'nulls.insideNotIn': [list("where=text:{not_in:['ab',null]}")],
  'nulls.every': [list("where=notes:{every:{text:{like:'a'}}}", '/groups')],
  'nulls.jsonNeq': [list('where=data:{neq:{}}')],
  'nulls.jsonNotContains': [list('where=data:{not_contains:{k:1}}')],
  'nulls.jsonNotExists': [list("where=data:{not_exists:'d'}")],
  'text.collation': [
    list('order_by=name:asc', '/notes', texts),
    list("where=name:{gt:'b'}"),
    (dialect) =>
      list(
        "where=name:'a'",
        '/notes',
        texts,
      )({ text: { ...(dialect.text as object), equality: 'collation' } }),
  ],
  'text.equality': [
    (dialect) =>
      list("where=name:'AB'")({ text: { ...dialect.text, collation: { ignores: ['case'] } } }),
  ],
  'text.like': [
    (dialect) =>
      list(
        "where=name:{like:'Tê'}",
        '/notes',
        texts,
      )({ text: { ...dialect.text, collation: { ignores: ['case', 'accents'] } } }),
  ],
  'text.wildcards': [list("where=name:{like:'%25'}"), list("where=name:{like:'a\\\\%25'}")],
  'enumerations.values': [list("where=state:'gone'")],
  'enumerations.order': [list('order_by=state:asc')],
  uuids: [list(`where=id:'${idOf('A')}'`), list("where=id:'none'")],
  'unknown.parameters': [list('trace=1')],
  'unknown.where': [list('where=nmae:1')],
  'unknown.include': [list('include=nmae:true')],
  'unknown.orderBy': [list('order_by=nmae:asc')],
  'unknown.comparators': [list("where=name:{iss:'ab'}")],
  'empty.take': [list('take=0')],
  'empty.in': [list('where=name:{in:[]}')],
  'empty.notIn': [list('where=name:{not_in:[]}')],
  'empty.or': [list('where=OR:[]')],
  'empty.quantifier': [list('where=notes:{none:{}}', '/groups')],
  'json.contains': [list('where=data:{contains:{k:{l:[1,2]}}}')],
  'json.arrays': [
    list('where=data:{contains:{k:{l:[2]}}}'),
    list('where=data:{contains:{k:{l:[1]}}}'),
  ],
  'json.emptyObject': [list('where=data:{contains:{k:{}}}')],
  'json.notContains': [list('where=data:{not_contains:{k:{}}}')],
  'json.exists': [list("where=data:{exists:'n'}")],
  'json.paths': [list("where=data:{exists:'d.f'}"), list("where=data:{exists:'$.k.l[0]'}")],
  'computed.where': [list("where=shout:'AB'")],
  'computed.orderBy': [list('order_by=shout:asc')],
  'order.default': [list('', '/notes', dated)],
  'order.related': [list('include=notes:true', '/groups', dated)],
  'order.ties': [list('order_by=group_id:asc')],
  'order.nulls': [list('order_by=text:asc'), list('order_by=text:desc')],
};

/** Settings with one named alternative only, and some of their values. */
const openValues: readonly (readonly [Dialect, Dialect, Ask])[] = [
  [{}, { comparators: { string: { like: false } } }, list("where=name:{like:'a'}")],
  [{}, { comparators: { 'notes.name': { like: false } } }, list("where=name:{like:'a'}")],
  [{}, { comparators: { date: { like: true } } }, list("where=at:{like:'01-02'}")],
  [{}, { comparators: { enumeration: { gt: true } } }, list("where=state:{gt:'late'}")],
  [
    { text: { collation: 'en' } },
    { text: { collation: 'sv' } },
    list("where=text:{gt:'aa'}", '/notes', { notes: [{ text: 'å' }] }),
  ],
  [{}, { parameters: { take: 'limit' } }, list('limit=1')],
  [{}, { envelope: 'rows' }, list('take=1')],
  [{ envelope: 'rows' }, { envelope: { rows: 'rows', pagination: 'meta' } }, list('take=1')],
  [{}, { pageSize: { max: 2 } }, list('')],
];

describe('each alternative of a setting has a response of its own', () => {
  test.each(declaredSettings.filter(({ dialects }) => dialects.length > 1))(
    '$path',
    async ({ path, dialects }) => {
      const asks = shownBy[path] ?? [];
      const responses = await Promise.all(
        dialects.map(async (dialect) =>
          JSON.stringify(await Promise.all(asks.map((ask) => ask(dialect)))),
        ),
      );
      expect(responses).toEqual([...new Set(responses)]);
      const byDefault = await Promise.all(asks.map((ask) => ask({})));
      expect(responses).toContain(JSON.stringify(byDefault));
    },
  );

  test('and there is no other setting here', () => {
    const paths = declaredSettings.map(({ path }) => path);
    expect(Object.keys(shownBy).filter((path) => !paths.includes(path))).toEqual([]);
  });

  test.each(openValues)('%j differs from %j', async (one, other, ask) => {
    expect(await ask(one)).not.toEqual(await ask(other));
  });
});
