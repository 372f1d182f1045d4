import { parseQuery, paymentsSchema, resolveDialect, writeQuery } from '#mock-internals';
import { inTurns } from '../measure/in-turns.mjs';
import { blocks, table } from '../measure/markdown.mjs';
import { quick, report } from '../measure/report.mjs';
import { ratioOf, short, showRatio, undisturbed } from '../measure/statistics.mjs';
import { corpus } from './corpus.mjs';
import { writeDirectus } from './directus.mjs';
import { NotExpressible } from './not-expressible.mjs';
import { writePostgrest } from './postgrest.mjs';

const dialect = resolveDialect('bench');

/** The parameters of a query with the service's names. */
const parametersOf = ({ where, include, orderBy, take, skip }) =>
  Object.entries({
    where,
    include,
    order_by: orderBy && Object.entries(orderBy).map((pair) => pair.join(':')),
    take,
    skip,
  }).filter(([, value]) => value !== undefined);

const writeJson = (query) =>
  parametersOf(query)
    .map(([name, value]) => {
      const isJson = name === 'where' || name === 'include';
      return `${name}=${encodeURIComponent(isJson ? JSON.stringify(value) : String(value))}`;
    })
    .join('&');

/** The service accepts both. */
const serializers = {
  'this client': (query, resource) =>
    writeQuery(parseQuery(paymentsSchema, resource, query), dialect),
  'JSON.stringify': writeJson,
};
const syntaxes = { ...serializers, PostgREST: writePostgrest, Directus: writeDirectus };

/** The query string as `fetch` sends it: the URL standard percent-encodes more characters. */
const asSent = (search) => new URL(`https://api.example.com/?${search}`).search.slice(1);

const lengths = [];
for (const { group, resource, query } of corpus) {
  const found = { group };
  for (const [name, write] of Object.entries(syntaxes)) {
    try {
      found[name] = asSent(await write(query, resource)).length;
    } catch (error) {
      if (!(error instanceof NotExpressible)) throw error;
    }
  }
  lengths.push(found);
}
const longer = lengths.filter((found) => found['this client'] > found['JSON.stringify']).length;
if (longer > 0) throw new Error(`${longer} queries are longer than with JSON.stringify.`);

/** The length in a syntax ÷ that of this client, for the queries that it can express. */
function lengthRatio(rows, name) {
  const expressed = rows.filter((row) => row[name] !== undefined);
  const sum = (key) => expressed.reduce((total, row) => total + row[key], 0);
  return sum(name) / sum('this client');
}
const others = Object.keys(syntaxes).filter((name) => name !== 'this client');
const lengthRow = (title, rows) => [
  title,
  short(rows.reduce((total, row) => total + row['this client'], 0) / rows.length),
  ...others.map((name) =>
    rows.some((row) => row[name]) ? showRatio(lengthRatio(rows, name)) : '–',
  ),
];
const groups = [...new Set(corpus.map(({ group }) => group))];
const inGroup = (group) => lengths.filter((row) => row.group === group);

const checked = corpus.map(({ resource, query }) => parseQuery(paymentsSchema, resource, query));
const all = (write) => () => {
  for (const { query, resource } of corpus) write(query, resource);
};
const times = await inTurns(
  {
    'this client, check and serialize': all(serializers['this client']),
    'this client, serialize only': () => {
      for (const query of checked) writeQuery(query, dialect);
    },
    'JSON.stringify and encodeURIComponent': all(serializers['JSON.stringify']),
  },
  quick ? { rounds: 3, milliseconds: 5 } : { rounds: 100, milliseconds: 15 },
);
const json = times['JSON.stringify and encodeURIComponent'];

report(
  'queries',
  blocks(
    "100 typical queries in each syntax: the mean number of characters as `fetch` sends them (`'` becomes `%27`), and the ratios for the same queries. A dash means not expressible.",
    table(
      ['queries', 'this client', ...others],
      [
        ...groups.map((group) => lengthRow(`${group} (${inGroup(group).length})`, inGroup(group))),
        lengthRow('all 100', lengths),
      ],
    ),
    'PostgREST is shorter for filters, because an operator is a word between dots, and longer for selections, because it cannot exclude fields.',
    table(
      ['serializing 100 queries', 'a query', '÷ JSON.stringify'],
      Object.entries(times).map(([name, taken]) => [
        name,
        `${short((undisturbed(taken) * 1000) / corpus.length)} µs`,
        showRatio(ratioOf(taken, json)),
      ]),
    ),
    'Only this client checks the query against the schema. It writes relaxed JSON in JavaScript, while `JSON.stringify` is native.',
  ),
);
