import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Dialect } from 'payments-data-client';
import type { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';
import { compareWithReference } from './compare.js';

// Each fault changes the source of the proxy in one place. The comparison with the reference must
// notice it.

const source = fileURLToPath(new URL('../../src/', import.meta.url));
const output = fileURLToPath(new URL('../../node_modules/.cache/planted-faults/', import.meta.url));

interface Fault {
  readonly name: string;
  readonly file: string;
  readonly code: string;
  readonly fault: string;
  /** Of the service; the default by default. */
  readonly dialect?: Dialect;
  /** Whether policies are too long for one URL. */
  readonly isLong?: boolean;
}

const faults: readonly Fault[] = [
  {
    name: 'no policy on the rows of a list',
    file: 'proxy/request-rows.ts',
    code: 'both(visibility, filter ?',
    fault: 'both(true, filter ?',
  },
  {
    name: 'no policy on a single row',
    file: 'proxy/request-rows.ts',
    code: 'id === undefined || filterById(serviceSchema, resource, id),\n  );',
    fault:
      'id === undefined || filterById(serviceSchema, resource, id),\n  ) && (id === undefined ? options.visibilityOf(resource) : filterById(serviceSchema, resource, id));',
  },
  {
    name: 'no policy in an included relation',
    file: 'proxy/restrict-query.ts',
    code: 'const visibility = options.visibilityOf(target);',
    fault: 'const visibility = true as Restricted;',
  },
  {
    name: 'no policy in an included to-one relation',
    file: 'proxy/restrict-query.ts',
    code: 'const visibility = options.visibilityOf(target);',
    fault:
      "const visibility = arguments[1].relation.cardinality === 'one' || options.visibilityOf(target);",
  },
  {
    name: 'no policy in a relation that the browser filters',
    file: 'proxy/restrict-query.ts',
    code: 'const whole = both(visibility, restricted);',
    fault: 'const whole = where ? restricted : visibility;',
  },
  {
    name: 'no policy in `some`',
    file: 'proxy/restrict-query.ts',
    code: 'const matching = both(visibility, restricted);',
    fault: "const matching = both((isMany && op === 'some') || visibility, restricted);",
  },
  {
    name: 'no policy in `none`',
    file: 'proxy/restrict-query.ts',
    code: 'const matching = both(visibility, restricted);',
    fault: "const matching = both(op === 'none' || visibility, restricted);",
  },
  {
    name: 'no policy in a filter on a to-one relation',
    file: 'proxy/restrict-query.ts',
    code: 'const matching = both(visibility, restricted);',
    fault: 'const matching = both(!isMany || visibility, restricted);',
  },
  {
    name: 'no policy inside AND and OR',
    file: 'proxy/restrict-query.ts',
    code: 'restrictFilter(options, part, path)',
    fault: 'restrictFilter({ ...options, visibilityOf: () => true }, part, path)',
  },
  {
    name: 'no policy inside a quantifier',
    file: 'proxy/restrict-query.ts',
    code: 'const restricted = restrictFilter(options, filter.filter, at);',
    fault:
      'const restricted = restrictFilter({ ...options, visibilityOf: () => true }, filter.filter, at);',
  },
  {
    name: 'a policy of `none` that hides every row is taken for one that matches',
    file: 'proxy/restrict-query.ts',
    code: "if (matching === false) return op === 'none';",
    fault: 'if (matching === false) return false;',
  },
  {
    name: 'an OR with one hidden alternative loses the others',
    file: 'proxy/restrict-query.ts',
    code: 'if (rest.length === 0) return !decisive;',
    fault:
      "if (rest.length === 0 || (kind === 'or' && rest.length < restricted.length)) return !decisive;",
  },
  {
    name: 'policy and filter are alternatives',
    file: 'proxy/restrict-query.ts',
    code: "{ kind: 'and', filters: [one, other] }",
    fault: "{ kind: 'or', filters: [one, other] }",
  },
  {
    name: 'the default fields instead of explicit names',
    file: 'proxy/request-rows.ts',
    code: 'writeListQuery({ where: json, include, order,',
    fault: 'writeListQuery({ where: json, order,',
  },
  {
    name: 'fields that only the policy compares are passed on',
    file: 'proxy/visible-rows.ts',
    code: 'for (const name of fields)',
    fault:
      'for (const name of Object.keys(row).filter((key) => !relations.some(({ name }) => name === key)))',
  },
  {
    name: 'the query is checked on the schema of the service',
    file: 'proxy/create-proxy.ts',
    code: 'parseBrowserRequest(request, schema, dialect)',
    fault:
      'parseBrowserRequest(request, { ...serviceSchema, ...schema, balances: serviceSchema.balances }, dialect)',
  },
  {
    name: 'browsers need the parameters of the service',
    file: 'proxy/browser-request.ts',
    code: 'dialect: { ...dialect, ...browserFormat },',
    fault: 'dialect,',
    dialect: { parameters: { where: 'filter' } },
  },
  {
    name: 'an empty OR matches no row whatever the service does',
    file: 'proxy/restrict-query.ts',
    code: "return options.dialect.empty.or === 'everything';",
    fault: 'return false;',
    dialect: { empty: { or: 'everything' } },
  },
  {
    name: '`skip` is dropped',
    file: 'proxy/request-rows.ts',
    code: 'take: sent, skip }, dialect);',
    fault: 'take: sent }, dialect);',
  },
  ...(
    [
      {
        name: 'a policy that is not sent with a relation is not tested either',
        file: 'proxy/visible-rows.ts',
        code: 'if (!matchesPolicy(options, expected, row, path)) {',
        fault: 'if (!isFilteredHere && !matchesPolicy(options, expected, row, path)) {',
      },
      {
        name: 'the filter of the browser on a relation is left out with its policy',
        file: 'proxy/restrict-query.ts',
        code: 'const filter = isFilteredHere ? restricted : whole;',
        fault: 'const filter = isFilteredHere || whole;',
      },
      {
        name: 'the parts of a list are not merged in its order',
        file: 'proxy/read-long-list.ts',
        code: '[...rows.values()].sort(compare).slice(skip, skip + take)',
        fault: '[...rows.values()].slice(skip, skip + take)',
      },
      {
        name: 'each part of a list is skipped into',
        file: 'proxy/read-long-list.ts',
        code: 'for (let count = 0;',
        fault: 'for (let count = skip;',
      },
      {
        name: 'only the first page of a part is read',
        file: 'proxy/read-long-list.ts',
        code: 'count += some.length;',
        fault: 'break;',
      },
      {
        name: 'a row that matches several parts comes twice',
        file: 'proxy/read-long-list.ts',
        code: 'return [...rows.values()].sort(compare)',
        fault: 'return parts.flat().sort(compare)',
      },
      {
        name: 'the second half of a list is lost',
        file: 'proxy/read-long-list.ts',
        code: 'values.slice(middle)]',
        fault: 'values.slice(middle, -1)]',
      },
      {
        name: 'null is last in merged lists whatever the direction',
        file: 'proxy/read-long-list.ts',
        code: 'sortKeys(field, direction, dialect)',
        fault: "sortKeys(field, 'asc', dialect)",
      },
    ] satisfies Fault[]
  ).map((fault) => ({ ...fault, isLong: true })),
];

async function proxyWith({ file, code, fault }: Fault): Promise<typeof createProxy> {
  const path = `${source}${file}`;
  const text = readFileSync(path, 'utf8');
  expect(text.split(code), `${file} contains the code that the fault replaces, once`).toHaveLength(
    2,
  );
  const { outputFiles } = await build({
    entryPoints: [`${source}proxy/index.ts`],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'fault',
        setup: (bundler) =>
          bundler.onLoad({ filter: /\/src\/proxy\// }, ({ path: loaded }) =>
            loaded === path
              ? { contents: text.replace(code, () => fault), loader: 'ts' }
              : undefined,
          ),
      },
    ],
  });
  mkdirSync(output, { recursive: true });
  const bundle = `${output}${faults.findIndex((other) => other.fault === fault)}.mjs`;
  writeFileSync(bundle, outputFiles[0]?.text ?? '');
  const module: { createProxy: typeof createProxy } = await import(pathToFileURL(bundle).href);
  return module.createProxy;
}

describe('the comparison with the reference notices', () => {
  test.each(faults)('$name', { timeout: 60_000 }, async (fault) => {
    const create = await proxyWith(fault);
    const { difference } = await compareWithReference(create, {
      scenarios: 30,
      requests: 60,
      stopAtFirst: true,
      dialect: fault.dialect ?? {},
      isLong: fault.isLong ?? false,
    });
    expect(difference).toBeDefined();
  });
});
