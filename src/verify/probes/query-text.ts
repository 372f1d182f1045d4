import type { JsonObject } from '../../schema/field.js';
import { among } from '../filter-probe.js';
import { type JsonStyle, strictJson, writeInStyle } from '../json-style.js';
import { MADE_UP } from '../mask.js';
import {
  compare,
  differs,
  type Findings,
  holds,
  needs,
  type Probe,
  type ProbeContext,
  type RuleId,
} from '../probe.js';
import { rejectionProbe } from '../rejection-probe.js';
import { idOf, type Row, rowsInBody } from '../rows-in-body.js';
import type { ListedResource } from '../workspace.js';

/** A list, and its first row. */
function firstRow({ workspace }: ProbeContext): ListedResource & { readonly row: Row } {
  const [resource] = workspace.resources;
  const [row] = resource?.rows ?? [];
  return resource && row ? { ...resource, row } : needs('a row');
}

/** A probe of a way to write a filter. The service must return the one row that the filter names. */
const writingProbe = (
  id: string,
  rules: RuleId[],
  expected: string,
  write: (json: JsonObject, style: JsonStyle) => string,
  dependsOn = ['where.in'],
): Probe => ({
  id,
  rules,
  expected,
  dependsOn,
  run: async (context) => {
    const { path, row } = firstRow(context);
    const { style } = context.session;
    const found = await context.rows({ path, where: among([row]), write: (json) => write(json, style) });
    return compare(
      found.length === 1 && found[0]?.id === row.id ? undefined : `${found.length} rows instead of 1`,
    );
  },
});

/** A style of the requests with one change. */
const inStyle =
  (change: Partial<JsonStyle>) =>
  (json: JsonObject, style: JsonStyle): string =>
    writeInStyle(json, { ...style, ...change });

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A probe of a URL of almost `bytes` bytes: a filter with many ids that no row has. */
const lengthProbe = (bytes: number, shorter: number): Probe => ({
  id: `query.url-${bytes / 1000}k`,
  rules: ['decision 3'],
  expected: `A URL of ${bytes} bytes is accepted.`,
  dependsOn: ['where.in'],
  run: async (context) => {
    const { path, row } = firstRow(context);
    const { session } = context;
    const request = (count: number) => {
      const padding = Array.from({ length: count }, (_, index) => uuid(index + 1));
      return { path, where: { id: { in: [idOf(row), ...padding] } } };
    };
    const lengthOf = (count: number) =>
      `${session.baseUrl}${path}?${session.searchOf(request(count))}`.replaceAll("'", '%27').length;
    const each = lengthOf(2) - lengthOf(1);
    const padded = request(Math.max(0, Math.floor((bytes - lengthOf(0)) / each)));
    context.record(padded);
    const { status, body } = await session.reply(padded);
    const findings: Findings = { maxUrlLength: shorter };
    if (status >= 300) return differs(`rejected with status ${status}`, findings);
    const count = rowsInBody(body)?.rows.length;
    return count === 1 ? holds() : differs(`${count} rows instead of 1`, findings);
  },
});

/** How a query is written. */
export const queryText: readonly Probe[] = [
  writingProbe('query.strict-json', ['decision 28'], 'Strict JSON is accepted.', (json) =>
    writeInStyle(json, strictJson),
  ),
  writingProbe(
    'query.braces',
    ['include 10'],
    'The outer braces may be left out.',
    inStyle({ hasBraces: false }),
  ),
  writingProbe(
    'query.unquoted-keys',
    ['include 10'],
    'Keys need no quotes.',
    inStyle({ hasQuotedKeys: false }),
  ),
  writingProbe(
    'query.single-quotes',
    ['include 10'],
    'Text may be in single quotes.',
    inStyle({ quote: "'" }),
  ),
  writingProbe('query.white-space', ['decision 28'], 'JSON may contain white space.', (json, style) =>
    writeInStyle(json, style).replace(/([{}[\]:,])(?=["'\w[{\]}])/g, '$1 \n\t'),
  ),
  writingProbe(
    'query.trailing-comma',
    ['decision 28'],
    'A trailing comma is accepted, as in JSON5.',
    (json, style) => writeInStyle(json, style).replace(/\]/, ',]'),
  ),
  writingProbe(
    'query.nesting',
    ['decision 28'],
    'Groups can be nested 30 levels deep.',
    (json, style) => {
      let nested = json;
      for (let level = 0; level < 30; level++) nested = { AND: [nested] };
      return writeInStyle(nested, style);
    },
    ['where.in', 'where.nested-groups'],
  ),
  {
    id: 'query.plus',
    rules: ['decision 28'],
    expected: '`+` in a query string means a space.',
    dependsOn: ['where.in', 'where.and', 'where.in-text'],
    run: async (context) => {
      for (const { path, rows, field } of context.workspace.fields('string')) {
        const row = rows.find((one) => /^[^+]{1,100} [^+]{1,100}$/.test(String(one[field] ?? '')));
        if (!row) continue;
        const found = await context.rows({
          path,
          where: { AND: [among([row]), { [field]: { in: [String(row[field])] } }] },
          changeSearch: (search) => search.replaceAll('%20', '+'),
        });
        return compare(found.length === 1 ? undefined : `${found.length} rows instead of 1`);
      }
      return needs('a row whose text contains a space');
    },
  },
  {
    id: 'query.empty-parameter',
    rules: ['decision 28'],
    expected: 'An empty `where` or `include` is the same as none.',
    run: async (context) => {
      const { path } = firstRow(context);
      const found = await context.rows({ path, parameters: { where: '', include: '' } });
      const usual = await context.rows({ path });
      const isSame = found.length === usual.length;
      return compare(isSame ? undefined : `${found.length} rows instead of ${usual.length}`);
    },
  },
  rejectionProbe({
    id: 'query.repeated-parameter',
    rules: ['decision 28'],
    expected: 'A parameter that is given twice is rejected.',
    dependsOn: ['where.in'],
    request: (context) => {
      const { path, row } = firstRow(context);
      return { path, where: among([row]), changeSearch: (search) => `${search}&${search}` };
    },
  }),
  rejectionProbe({
    id: 'query.unknown-parameter',
    rules: ['decision 28'],
    expected: 'An unknown parameter is rejected.',
    isDangerous: true,
    dependsOn: ['where.in'],
    request: (context) => {
      const { path, row } = firstRow(context);
      return { path, where: among([row]), parameters: { [`${MADE_UP}_parameter`]: MADE_UP } };
    },
  }),
  {
    ...rejectionProbe({
      id: 'query.where-on-get',
      rules: ['decision 2'],
      expected: 'A `where` for a single row is rejected.',
      needed: 'a row of a resource whose rows can be requested by their id',
      request: ({ workspace }) => {
        const resource = workspace.resources.find(({ name }) =>
          workspace.schema[name]?.operations.includes('get'),
        );
        const [row] = resource?.rows ?? [];
        return (
          resource &&
          row && { path: `${resource.path}/${encodeURIComponent(idOf(row))}`, where: among([row]) }
        );
      },
    }),
    appliesTo: ({ schema }) => Object.values(schema).some(({ operations }) => operations.includes('get')),
  },
  lengthProbe(1000, 500),
  lengthProbe(4000, 1000),
  lengthProbe(8000, 4000),
  lengthProbe(16_000, 8000),
];
