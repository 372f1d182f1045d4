import { existsSync, readFileSync } from 'node:fs';
import { blocks, table } from '../measure/markdown.mjs';
import { resultFile } from '../measure/places.mjs';
import { short } from '../measure/statistics.mjs';

/**
 * What the ratios say against what is physically possible, whether the project's own bars are held, and the next lever
 * for each. `undefined` until every part has been measured.
 */
export function writeLimits(parts) {
  if (!parts.every((part) => existsSync(resultFile(part)))) return undefined;
  const facts = Object.fromEntries(
    parts.map((part) => [part, JSON.parse(readFileSync(resultFile(part), 'utf8')).facts]),
  );
  return blocks(
    'What the project asks of itself, and where it stands.',
    table(['bar', 'measured', ''], barsOf(facts).map(row)),
    'What a part is measured against at the end is what the platform does without it.',
    table(['against', 'now', 'the next lever'], leversOf(facts)),
  );
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

const row = ([bar, measured, isHeld]) => [bar, measured, isHeld ? 'held' : '**missed**'];

function barsOf({ types, filters, requests, size }) {
  const own = Object.values(types).map((found) => found['payments-data-client']);
  const each = Math.max(...own.map((one) => one.each));
  const further = Math.max(...own.map((one) => one.further));
  const loop = filters.toLoop;
  const least = (ratios) => Math.min(...Object.values(ratios));
  const fives = (ratios) => Object.values(ratios).filter((ratio) => ratio >= 5).length;
  const below = ['relation', 'in 1,000', 'date range', 'decimal >'];
  return [
    [
      'a query: at most 500 instantiations',
      `${short(each)}, of the second hundred ${short(further)}`,
      each <= 500,
    ],
    ['equality: within 2× of the hand-written loop', `${short(loop.equality)}×`, loop.equality <= 2],
    [
      'nested OR: within 2.5× of the hand-written loop',
      `${short(loop['nested OR'])}×`,
      loop['nested OR'] <= 2.5,
    ],
    ...below.map((name) => [
      `${name}: faster than the hand-written loop`,
      `${short(loop[name])}×`,
      loop[name] < 1,
    ]),
    ...[
      ['sift', filters.fromSift],
      ['mingo', filters.fromMingo],
    ].flatMap(([name, ratios]) => [
      [`faster than ${name} on all six`, `${short(least(ratios))}× at least`, least(ratios) > 1],
      [`5 times as fast as ${name} on four or more`, `on ${fives(ratios)}`, fives(ratios) >= 4],
    ]),
    [
      'a mock of 100,000 rows: within 5× of the plain rows',
      `${short(filters.creation)}×`,
      filters.creation <= 5,
    ],
    [
      '20 rows through `mock.fetch`: within 2× of Request and Response by hand',
      `${short(requests.mockOverHand.ratio)}×`,
      requests.mockOverHand.ratio <= 2,
    ],
    ...[
      ['some fields', requests.overKy],
      ['whole rows', requests.plainOverKy],
    ].map(([what, { ratio }]) => [
      `a list of ${what} in process: within 1.5× of ky by hand`,
      `${short(ratio)}×`,
      ratio <= 1.5,
    ]),
    ['the client with ky: at most 10.0 kB', kilobytes(size.ours), size.ours <= 10_000],
  ];
}

function leversOf({ types, filters, requests, queries, size }) {
  const { bare, 'payments-data-client': own } = types['6.0'];
  return [
    [
      'the bare type of the result, nothing checked',
      `${short(own.each / bare.each)}× the instantiations`,
      'what is left looks for unknown keys, level by level; without it typos would pass',
    ],
    [
      'a loop that knows its filter',
      `${short(filters.toLoop.equality)}× on equality, ${short(filters.toLoop['nested OR'])}× on the nested OR`,
      'generated code in place of calls of closures; not worth its reading as long as plain code holds the bars',
    ],
    [
      'raw fetch in process',
      `${short(requests.overRaw.ratio)}×`,
      'a transport made for it: ky merges its options and copies each Request',
    ],
    [
      'raw fetch over the loopback',
      `${short(requests.loopbackOverRaw.ratio)}×`,
      'the same; over a real network the difference drowns',
    ],
    ['JSON.stringify, which is native', `${short(queries.speed)}×`, 'one walk for the check and the writing'],
    [
      'ky alone',
      `${short(size.ours / size.ky)}×`,
      `fewer promises: even without walks, split lists, free requests and every check, ${kilobytes(size.rest)} are left`,
    ],
  ];
}
