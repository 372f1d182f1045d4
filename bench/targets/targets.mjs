import { existsSync, readFileSync } from 'node:fs';
import { blocks, table } from '../measure/markdown.mjs';
import { resultFile } from '../measure/paths.mjs';
import { short } from '../measure/statistics.mjs';

/**
 * Compares the results with the project's targets, and with what the platform can do without a library. `undefined` until
 * every part has been measured.
 */
export function writeTargets(parts) {
  if (!parts.every((part) => existsSync(resultFile(part)))) return undefined;
  const facts = Object.fromEntries(
    parts.map((part) => [part, JSON.parse(readFileSync(resultFile(part), 'utf8')).facts]),
  );
  return blocks(
    "The project's own targets, and the measured results.",
    table(['target', 'measured', ''], targetsOf(facts).map(row)),
    'The last table compares each part with its lower bound, and says what would bring it closer.',
    table(['lower bound', 'measured', 'what would help'], lowerBoundsOf(facts)),
  );
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;

const row = ([target, measured, isMet]) => [target, measured, isMet ? 'met' : '**missed**'];

function targetsOf({ types, filters, requests, size }) {
  const own = Object.values(types).map((found) => found['payments-data-client']);
  const each = Math.max(...own.map((one) => one.each));
  const further = Math.max(...own.map((one) => one.further));
  const slowest = Math.max(...Object.values(filters.toLoop));
  const ahead = ['sift', 'mingo', '@msw/data', 'LokiJS', 'alasql'].map((engine) => [
    engine,
    Math.min(...Object.values(filters.toMock[engine])),
  ]);
  return [
    [
      'at most 300 instantiations per query',
      `${short(each)}, in the second half ${short(further)}`,
      each <= 300,
    ],
    [
      'each of the six filters takes at most 2.5× the time of the hand-written loop',
      `at most ${short(slowest)}×`,
      slowest <= 2.5,
    ],
    ...ahead.map(([engine, ratio]) => [
      `each of the six filters is faster than ${engine}`,
      `at least ${short(ratio)}×`,
      ratio > 1,
    ]),
    [
      'creating a mock of 100,000 rows takes at most 5× the time of the plain rows',
      `${short(filters.creation)}×`,
      filters.creation <= 5,
    ],
    [
      '20 rows through `mock.fetch` take at most 2× the time of a hand-written handler',
      `${short(requests.mockOverHand.ratio)}×`,
      requests.mockOverHand.ratio <= 2,
    ],
    [
      'the mock on a port keeps at least 85% of its speed with the inspector',
      `${Math.round(100 / requests.inspectorOverPort.ratio)}%`,
      requests.inspectorOverPort.ratio <= 1 / 0.85,
    ],
    [
      '20 rows through the proxy take at most 2× the time of a bare handler',
      `${short(requests.proxyOverBare.ratio)}×`,
      requests.proxyOverBare.ratio <= 2,
    ],
    ...[
      ['some fields', requests.overKy],
      ['whole rows', requests.plainOverKy],
    ].map(([what, { ratio }]) => [
      `a list of ${what} in process takes at most 1.6× the time of ky alone`,
      `${short(ratio)}×`,
      ratio <= 1.6,
    ]),
    ['`createClient` with ky: at most 18.5 kB', kilobytes(size.ours), size.ours <= 18_500],
    ['`createClient` with validation: at most 25.5 kB', kilobytes(size.validated), size.validated <= 25_500],
  ];
}

function lowerBoundsOf({ types, filters, requests, queries, size }) {
  const { bare, 'payments-data-client': own } = types['6.0'];
  return [
    [
      'the bare result type, without checks',
      `${short(own.each / bare.each)}× the instantiations`,
      'nothing: the rest finds unknown keys at every level, and typos would compile without it',
    ],
    [
      'a loop that is written for the filter',
      `${short(filters.toLoop.equality)}× for equality, ${short(filters.toLoop['nested OR'])}× for nested OR`,
      'generated code instead of closures; not worth the complexity as long as the targets are met',
    ],
    [
      'raw fetch in process',
      `${short(requests.overRaw.ratio)}×`,
      'replacing ky, which takes half of the time of a call: it merges options and copies each Request',
    ],
    [
      'raw fetch over the loopback',
      `${short(requests.loopbackOverRaw.ratio)}×`,
      'the same; over a real network, the difference is small',
    ],
    ['`JSON.stringify`, which is native', `${short(queries.speed)}×`, 'checking and serializing in one pass'],
    [
      'a program with ky alone',
      `${short(size.ours / size.ky)}×`,
      'replacing ky, which takes 4.5 kB; with ky and the messages, the lower bound is about 17.9 kB',
    ],
  ];
}
