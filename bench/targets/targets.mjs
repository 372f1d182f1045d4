import { existsSync, readFileSync } from 'node:fs';
import { blocks, table } from '../measure/markdown.mjs';
import { resultFile } from '../measure/paths.mjs';
import { short } from '../measure/statistics.mjs';

/**
 * The sections that need the results of every part: a line for each question, and the project's own targets.
 * Empty until every part has been measured.
 */
export function summarize(parts) {
  if (!parts.every((part) => existsSync(resultFile(part)))) return {};
  const facts = Object.fromEntries(
    parts.map((part) => [part, JSON.parse(readFileSync(resultFile(part), 'utf8')).facts]),
  );
  return {
    summary: table(['question', 'answer', 'details'], answersOf(facts)),
    targets: blocks(
      "The project's own targets, and the measured results.",
      table(['target', 'measured', ''], targetsOf(facts).map(row)),
      'The last table compares each part with its lower bound, and says what would bring it closer.',
      table(['lower bound', 'measured', 'what would help'], lowerBoundsOf(facts)),
    ),
  };
}

/** What readers ask, with the shortest answer. */
function answersOf({ types, filters, requests, queries, connect, size }) {
  const { bare, 'payments-data-client': own, ...others } = types['6.0'];
  const ofTypes = Object.entries(others).map(
    ([name, { each }]) => `${short(each / own.each)}× ${name}`,
  );
  const perFilter = Object.values(filters.toLoop);
  return [
    [
      'How much does the compiler work for a query?',
      `${short(own.each)} instantiations. Others: ${ofTypes.join(', ')}`,
      '[Types](#types)',
    ],
    [
      'How fast does the mock filter 100,000 rows?',
      `in ${short(Math.min(...perFilter))} to ${short(Math.max(...perFilter))}× the time of a loop that is written for the filter`,
      '[Filters](#filters)',
    ],
    [
      'How long does it take to create that mock?',
      `${short(filters.creation)}× as long as to create its rows`,
      '[Filters](#filters)',
    ],
    [
      'What does the client add to a request?',
      `${short(requests.overKy.ratio)}× the time of ky alone in process, ${short(requests.loopbackOverKy.ratio)}× over the loopback interface`,
      '[Requests](#requests)',
    ],
    [
      'What does the proxy add?',
      `${short(requests.proxyOverBare.ratio)}× the time of a handler that only adds the key`,
      '[Requests](#requests)',
    ],
    [
      'How fast is the mock?',
      `${short(requests.mockOverHand.ratio)}× the time of a hand-written handler of the same response`,
      '[Requests](#requests)',
    ],
    [
      'How long is a query?',
      `JSON.stringify writes ${short(queries.againstJson)}× as many characters`,
      '[Queries](#queries)',
    ],
    [
      'How long does `connect` take?',
      `${short(connect.seconds)} s and ${connect.requests} requests for the sample data`,
      '[Connect](#connect)',
    ],
    [
      'How large is the client?',
      `${kilobytes(size.ours)} with ky, minified and gzipped; ${kilobytes(size.validated)} with validation`,
      '[Size](#size)',
    ],
  ];
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;

const row = ([target, measured, isMet]) => [target, measured, isMet ? 'met' : '**missed**'];

function targetsOf({ types, filters, requests, size }) {
  const own = Object.values(types).map((found) => found['payments-data-client']);
  const each = Math.max(...own.map((one) => one.each));
  const further = Math.max(...own.map((one) => one.further));
  const slowest = Math.max(...Object.values(filters.toLoop));
  const slowestOfFew = Math.max(...Object.values(filters.smallToLoop));
  const ahead = ['sift', 'mingo', '@msw/data', 'LokiJS', 'alasql'].map((engine) => [
    engine,
    Math.min(...Object.values(filters.toMock[engine])),
  ]);
  return [
    [
      'at most 260 instantiations per query',
      `${short(each)}, in the second half ${short(further)}`,
      each <= 260,
    ],
    [
      'each of the six filters takes at most 2.5× the time of the hand-written loop',
      `at most ${short(slowest)}×`,
      slowest <= 2.5,
    ],
    [
      'an `in` with 1,000 values over 100,000 rows takes at most 0.1× the time of the loop',
      `${short(filters.toLoop['in 1,000'])}×`,
      filters.toLoop['in 1,000'] <= 0.1,
    ],
    [
      'each of them over 1,000 rows takes at most 2.5× the time of the loop',
      `at most ${short(slowestOfFew)}×`,
      slowestOfFew <= 2.5,
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
      '20 rows through the proxy take at most 1.8× the time of a bare handler',
      `${short(requests.proxyOverBare.ratio)}×`,
      requests.proxyOverBare.ratio <= 1.8,
    ],
    ...[
      ['some fields', requests.overKy],
      ['whole rows', requests.plainOverKy],
    ].map(([what, { ratio }]) => [
      `a list of ${what} in process takes at most 1.5× the time of ky alone`,
      `${short(ratio)}×`,
      ratio <= 1.5,
    ]),
    ['`createClient` with ky: at most 21 kB', kilobytes(size.ours), size.ours <= 21_000],
    [
      '`createClient` with validation: at most 26 kB',
      kilobytes(size.validated),
      size.validated <= 26_000,
    ],
    ['the mock, in a browser: at most 36 kB', kilobytes(size.mock), size.mock <= 36_000],
    [
      'the package unpacked: at most 1.1 MiB',
      `${(size.unpacked / 2 ** 20).toFixed(2)} MiB`,
      size.unpacked <= 1.1 * 2 ** 20,
    ],
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
    [
      '`JSON.stringify`, which is native',
      `${short(queries.speed)}×`,
      'checking and serializing in one pass',
    ],
    [
      'a program with ky alone',
      `${short(size.ours / size.ky)}×`,
      'replacing ky, which takes 4.5 kB; fewer messages; pagination for services with an order and a position only',
    ],
  ];
}
