import { among } from '../filter-probe.js';
import { compare, differs, holds, needs, type Probe, type ProbeContext, type RuleId } from '../probe.js';
import { idOf } from '../rows-in-body.js';
import type { ListedResource } from '../workspace.js';

const rules: readonly RuleId[] = ['decision 2'];

/** More rows than a page of most services. */
const LARGE = 1000;

/** Five rows of one resource. */
function fiveRows({ workspace }: ProbeContext): ListedResource {
  const resource = workspace.resources.find(({ rows }) => rows.length > 3);
  if (!resource) needs('four rows of one resource');
  return { ...resource, rows: resource.rows.slice(0, 5) };
}

/** The resource with the most rows. */
function longestList({ workspace: { resources } }: ProbeContext): ListedResource {
  const [longest] = [...resources].sort((left, right) => right.rows.length - left.rows.length);
  return longest ?? needs('a row');
}

/** The size of pages, and which part of a list they are. */
export const pages: readonly Probe[] = [
  {
    id: 'paging.take',
    rules,
    expected: '`take` limits the number of rows.',
    dependsOn: ['where.in'],
    run: async (context) => {
      const { path, rows } = fiveRows(context);
      const found = await context.rows({ path, where: among(rows), parameters: { take: '2' } });
      return compare(found.length === 2 ? undefined : `${found.length} rows instead of 2`);
    },
  },
  {
    id: 'paging.take-zero',
    rules,
    expected: '`take=0` returns an empty list.',
    dependsOn: ['where.in', 'paging.take'],
    run: async (context) => {
      const { path, rows } = fiveRows(context);
      const found = await context.rows({ path, where: among(rows), parameters: { take: '0' } });
      return compare(found.length === 0 ? undefined : `${found.length} rows`);
    },
  },
  {
    id: 'paging.skip',
    rules,
    expected: '`skip` leaves out that many rows.',
    dependsOn: ['where.in'],
    run: async (context) => {
      const { path, rows } = fiveRows(context);
      const all = await context.rows({ path, where: among(rows) });
      const found = await context.rows({ path, where: among(rows), parameters: { skip: '2' } });
      const observed = `${found.length} of ${all.length} rows`;
      return compare(found.length === all.length - 2 ? undefined : observed);
    },
  },
  {
    id: 'paging.default-page',
    rules,
    expected: `A page without \`take\` is as large as one with \`take=${LARGE}\`.`,
    dependsOn: ['paging.take'],
    run: async (context) => {
      const { path } = longestList(context);
      const all = await context.rows({ path, parameters: { take: String(LARGE) } });
      const found = await context.rows({ path });
      if (found.length >= all.length) return holds(`${found.length} rows`);
      return differs(`${found.length} rows instead of ${all.length}`, { defaultPage: found.length });
    },
  },
  {
    id: 'paging.largest-page',
    rules,
    expected: `A page with \`take=${LARGE}\` has ${LARGE} rows, or all rows if there are fewer.`,
    dependsOn: ['paging.take', 'paging.skip'],
    run: async (context) => {
      const { path } = longestList(context);
      const page = await context.rows({ path, parameters: { take: String(LARGE) } });
      if (page.length >= LARGE) return holds(`${page.length} rows`);
      const parameters = { take: '1', skip: String(page.length) };
      const next = await context.rows({ path, parameters });
      const known = new Set(page.map(idOf));
      if (!next.some((row) => !known.has(idOf(row)))) return holds(`all rows: ${page.length}`);
      return differs(`${page.length} rows, although there are more`, { largestPage: page.length });
    },
  },
];
