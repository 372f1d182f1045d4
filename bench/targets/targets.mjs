import { existsSync, readFileSync } from 'node:fs';
import { blocks, table } from '../measure/markdown.mjs';
import { resultFile } from '../measure/paths.mjs';
import { short, showRatio } from '../measure/statistics.mjs';

/** A line for each question, with the project's aim. `undefined` until every part has been measured. */
export function summarize(parts) {
  if (!parts.every((part) => existsSync(resultFile(part)))) return undefined;
  const facts = Object.fromEntries(
    parts.map((part) => [part, JSON.parse(readFileSync(resultFile(part), 'utf8')).facts]),
  );
  return blocks(
    table(['question', 'answer', 'aim', 'peers', 'what limits it'], answersOf(facts)),
    'A missed aim is **bold**.',
  );
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(2)} MiB`;
const list = (values, show) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${show(value)}`)
    .join(', ');
const instantiations = (value) => Math.round(value).toLocaleString('en-US');
const milliseconds = (value) => `${Math.round(value)} ms`;
const aim = (text, isMet) => (isMet ? text : `**${text}**`);
const pick = (values, ...names) => Object.fromEntries(names.map((name) => [name, values[name]]));

function answersOf({ types, filters, requests, imports, size }) {
  const { 'payments-data-client': six, bare, ...others } = types['6.0'];
  const seven = types['7.0']['payments-data-client'];
  const perFilter = Object.values(filters.toLoop);
  const rivals = pick(filters.lead, 'sift', 'mingo', '@msw/data', 'LokiJS');
  return [
    [
      'How much does the compiler work for a query?',
      `${Math.round(six)} instantiations in TypeScript 6.0, ${Math.round(seven)} in 7.0`,
      aim('300', Math.max(six, seven) <= 300),
      list(pick(others, 'payload', 'drizzle-1.0', 'prisma', 'directus'), instantiations),
      `The result type alone takes ${Math.round(bare)}; the rest checks keys at every level.`,
    ],
    [
      'How long does an editor wait with 60 resources?',
      `${milliseconds(types.editor['completion in `where`'])} for completions, ${milliseconds(types.editor.errors)} for errors`,
      '–',
      '–',
      'The compiler checks the file again.',
    ],
    [
      'How fast does the mock filter 100,000 rows?',
      `${short(Math.min(...perFilter))} to ${showRatio(Math.max(...perFilter))} a hand-written loop; 1,000 rows at most ${showRatio(filters.ofFewToLoop)}`,
      `${aim('ahead of each peer', Math.min(...Object.values(rivals)) > 1)}; ${aim('3×', filters.ofFewToLoop <= 3)}`,
      `at least ${list(rivals, showRatio)} the mock`,
      'A function call for each row and comparison.',
    ],
    [
      'What does `list` add to a request?',
      `${showRatio(requests.overKy)} ky by hand in process, ${showRatio(requests.loopbackOverKy)} over the loopback interface`,
      aim('1.45×', requests.overKy <= 1.45),
      list(requests.peers, showRatio),
      'ky, and checks of the query and each row.',
    ],
    [
      'What does the proxy add?',
      `${showRatio(requests.proxyOverBare)} a handler that only adds the key`,
      aim('2.0×', requests.proxyOverBare <= 2),
      '–',
      'Checking the query, and copying what is visible.',
    ],
    [
      'How fast does the mock respond?',
      `${showRatio(requests.mockOverHand)} a hand-written handler`,
      '–',
      requests.mswOverMock ? `MSW takes ${showRatio(requests.mswOverMock)} the mock` : '–',
      'Serializing the rows.',
    ],
    [
      'How long does an import take?',
      `client ${milliseconds(imports.client)}, mock ${milliseconds(imports.mock)} of CPU time`,
      `${aim('8 ms beyond ky', imports.client - imports.peers.ky <= 8)}; ${aim('18 ms', imports.mock <= 18)}`,
      list(imports.peers, milliseconds),
      'The `fetch` of Node, and reading the files.',
    ],
    [
      'How large is the bundled client?',
      `${kilobytes(size.client)}; ${kilobytes(size.validated)} with validation; mock ${kilobytes(size.mock)}`,
      aim(
        '23.5; 29; 35 kB',
        size.client <= 23_500 && size.validated <= 29_000 && size.mock <= 35_000,
      ),
      list(size.peers, kilobytes),
      'Messages that say what to fix, and ky.',
    ],
    [
      'How large is the package?',
      mebibytes(size.unpacked),
      aim('0.8 MiB', size.unpacked <= 0.8 * 2 ** 20),
      list(size.peersUnpacked, mebibytes),
      'Two module formats and their types.',
    ],
    [
      'How long does `connect` take?',
      `${requests.connect.requests} requests, ${requests.connect.seconds.toFixed(1)} s`,
      '–',
      '–',
      'Each question about the service is a request.',
    ],
  ];
}
