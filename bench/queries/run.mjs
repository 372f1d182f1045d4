import { checkListQuery, paymentsSchema, writeListQuery } from '#inside';
import { inTurns } from '../measure/in-turns.mjs';
import { blocks, table } from '../measure/markdown.mjs';
import { quick, report } from '../measure/part.mjs';
import { median, ratioOf, short, showRatio } from '../measure/statistics.mjs';
import { versionOf } from '../measure/versions.mjs';
import { asSent } from './as-sent.mjs';
import { corpus } from './corpus.mjs';
import { writeDirectus } from './directus.mjs';
import { NotExpressible } from './not-expressible.mjs';
import { writePostgrest } from './postgrest.mjs';
import { writers } from './writers.mjs';

const notations = {
  'this client': writers['this client'],
  'JSON.stringify': writers['JSON.stringify'],
  'JSON5.stringify': writers['JSON5.stringify'],
  qs: writers.qs,
  PostgREST: writePostgrest,
  Directus: writeDirectus,
};

const lengths = [];
for (const { group, resource, query } of corpus) {
  const found = { group };
  for (const [name, write] of Object.entries(notations)) {
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

/** Characters of a notation, and how many times as many as this client's, over the queries that it can say. */
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
const titles = { qs: `qs ${versionOf('qs')}`, Directus: `Directus, SDK ${versionOf('@directus/sdk')}` };
const characters = table(
  ['mean characters of the query as sent', ...Object.keys(notations).map((name) => titles[name] ?? name)],
  [
    ...groups.map((group) => [
      `${group} (${lengths.filter((row) => row.group === group).length})`,
      ...Object.keys(notations).map((name) =>
        cell(
          lengths.filter((row) => row.group === group),
          name,
        ),
      ),
    ]),
    ['all 100', ...Object.keys(notations).map((name) => cell(lengths, name))],
  ],
);

const checked = corpus.map(({ resource, query }) => checkListQuery(paymentsSchema, resource, query));
const all = (write) => () => {
  for (const { query, resource } of corpus) write(query, resource);
};
const times = await inTurns(
  {
    'this client, check and write': all(writers['this client']),
    'this client, write alone': () => {
      for (const query of checked) writeListQuery(query);
    },
    'JSON.stringify and encodeURIComponent': all(writers['JSON.stringify']),
    'JSON5.stringify and encodeURIComponent': all(writers['JSON5.stringify']),
    'qs.stringify': all(writers.qs),
  },
  quick ? { rounds: 3, milliseconds: 5 } : { rounds: 25, milliseconds: 50 },
);
const json = times['JSON.stringify and encodeURIComponent'];
const speed = table(
  ['writing the 100 queries', 'a query', '÷ JSON.stringify', '÷ this client'],
  Object.entries(times).map(([name, taken]) => [
    name,
    `${short((median(taken) * 1000) / corpus.length)} µs`,
    showRatio(ratioOf(taken, json)),
    showRatio(ratioOf(taken, times['this client, check and write'])),
  ]),
);

report(
  'queries',
  blocks(
    "A hundred queries, such as a screen, a report or a nightly job asks, in each notation, in characters as fetch sends them (where `'` becomes `%27`). In brackets: times as many as this client writes for the same queries.",
    characters,
    "PostgREST's own notation is terser where its operators are one word between dots, and longer where names must be spelled out because nothing can be left out of the default set. Long lists of ids are all but the ids themselves: a UUID in quotes needs 42 characters as sent with single quotes and double ones alike. Lengths are the same on every machine.",
    speed,
    'The check is what the others do not do: every name, comparator and operand is held against the schema before anything is sent. Beside it, relaxed JSON is written by JavaScript, where `JSON.stringify` is native. Against a request that takes a millisecond, either is little.',
  ),
  {
    againstJson:
      lengths.reduce((sum, row) => sum + row['JSON.stringify'], 0) /
      lengths.reduce((sum, row) => sum + row['this client'], 0),
    speed: ratioOf(times['this client, check and write'], json).ratio,
  },
);
