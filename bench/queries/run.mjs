import { parseListQuery, paymentsSchema, requestDialect, writeListQuery } from '#mock-internals';
import { inTurns } from '../measure/in-turns.mjs';
import { blocks, table } from '../measure/markdown.mjs';
import { quick, report } from '../measure/report.mjs';
import { median, ratioOf, short, showRatio } from '../measure/statistics.mjs';
import { versionOf } from '../measure/versions.mjs';
import { corpus } from './corpus.mjs';
import { writeDirectus } from './directus.mjs';
import { NotExpressible } from './not-expressible.mjs';
import { writePostgrest } from './postgrest.mjs';
import { asSent } from './query-string.mjs';
import { serializers } from './serializers.mjs';

const syntaxes = {
  'this client': serializers['this client'],
  'JSON.stringify': serializers['JSON.stringify'],
  'JSON5.stringify': serializers['JSON5.stringify'],
  qs: serializers.qs,
  PostgREST: writePostgrest,
  Directus: writeDirectus,
};

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
const longer = lengths.filter((one) => one['this client'] > one['JSON.stringify']).length;
if (longer > 0) throw new Error(`${longer} queries are longer than with JSON.stringify.`);

/** The mean length in a syntax, and its ratio to this client's, for the queries that it can express. */
function cell(rows, name) {
  const said = rows.filter((row) => row[name] !== undefined);
  if (said.length === 0) return 'not expressible';
  const sum = (key) => said.reduce((total, row) => total + row[key], 0);
  const mean = short(sum(name) / said.length);
  if (name === 'this client') return mean;
  const missing = said.length < rows.length ? `, ${rows.length - said.length} not expressible` : '';
  return `${mean} (${short(sum(name) / sum('this client'))}×${missing})`;
}
const groups = [...new Set(corpus.map(({ group }) => group))];
const titles = {
  qs: `qs ${versionOf('qs')}`,
  Directus: `Directus, SDK ${versionOf('@directus/sdk')}`,
};
const characters = table(
  [
    'mean characters of the query as sent',
    ...Object.keys(syntaxes).map((name) => titles[name] ?? name),
  ],
  [
    ...groups.map((group) => [
      `${group} (${lengths.filter((row) => row.group === group).length})`,
      ...Object.keys(syntaxes).map((name) =>
        cell(
          lengths.filter((row) => row.group === group),
          name,
        ),
      ),
    ]),
    ['all 100', ...Object.keys(syntaxes).map((name) => cell(lengths, name))],
  ],
);

const checked = corpus.map(({ resource, query }) =>
  parseListQuery(paymentsSchema, resource, query),
);
const all = (write) => () => {
  for (const { query, resource } of corpus) write(query, resource);
};
const times = await inTurns(
  {
    'this client, check and serialize': all(serializers['this client']),
    'this client, serialize only': () => {
      for (const query of checked) writeListQuery(query, requestDialect());
    },
    'JSON.stringify and encodeURIComponent': all(serializers['JSON.stringify']),
    'JSON5.stringify and encodeURIComponent': all(serializers['JSON5.stringify']),
    'qs.stringify': all(serializers.qs),
  },
  quick ? { rounds: 3, milliseconds: 5 } : { rounds: 25, milliseconds: 50 },
);
const json = times['JSON.stringify and encodeURIComponent'];
const speed = table(
  ['serializing 100 queries', 'per query', '÷ JSON.stringify', '÷ this client'],
  Object.entries(times).map(([name, taken]) => [
    name,
    `${short((median(taken) * 1000) / corpus.length)} µs`,
    showRatio(ratioOf(taken, json)),
    showRatio(ratioOf(taken, times['this client, check and serialize'])),
  ]),
);

report(
  'queries',
  blocks(
    "The length of 100 typical queries of pages, reports and jobs, in each syntax. Characters are counted as `fetch` sends them (`'` becomes `%27`). In parentheses: the ratio to this client, for the same queries.",
    characters,
    'PostgREST is shorter for filters, because an operator is one word between dots. It is longer for selections, because it cannot exclude fields and must name all others. A long `in` consists mostly of ids: a quoted UUID takes 42 characters with single and with double quotes. Lengths are the same on every machine.',
    speed,
    'This client is the only one that checks the query: every name, comparator and operand is compared with the schema before the request is sent. It also writes relaxed JSON in JavaScript, while `JSON.stringify` is native. Compared with a request that takes a millisecond, both are small.',
  ),
  {
    againstJson:
      lengths.reduce((sum, row) => sum + row['JSON.stringify'], 0) /
      lengths.reduce((sum, row) => sum + row['this client'], 0),
    speed: ratioOf(times['this client, check and serialize'], json).ratio,
  },
);
