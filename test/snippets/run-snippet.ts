import { inspect } from 'node:util';
import ts from 'typescript';
import * as vitest from 'vitest';
import type { Snippet } from './extract-snippets.js';
import { giveValues } from './given.js';

const AsyncFunction: new (...texts: string[]) => (...values: unknown[]) => Promise<void> = (async () => {})
  .constructor as never; // JavaScript has no global name for it

/**
 * Runs a snippet as a module, with imports, top-level `await`, and the tests that it declares. A mock answers requests to
 * https://api.example.com.
 *
 * @returns The printed lines.
 */
export async function runSnippet({ code, language }: Snippet): Promise<string[]> {
  const { outputText } = ts.transpileModule(code, {
    fileName: `snippet.${language}`,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.ReactJSX,
    },
  });
  const suite = collectTests();
  const modules = new Map<string, unknown>([['vitest', { ...vitest, ...suite.declare }]]);
  for (const [, name = ''] of outputText.matchAll(/require\("([^"]+)"\)/g))
    if (!modules.has(name))
      modules.set(name, { __esModule: true, ...(await import(/* @vite-ignore */ name)) });

  const printed: string[] = [];
  const print = (...values: unknown[]) => {
    printed.push(values.map(show).join(' '));
  };
  const given = giveValues();
  const scope = {
    ...given,
    console: { log: print, debug: print, info: print, warn: print, error: print },
    require: (name: string) => modules.get(name),
    exports: {},
  };
  const globalFetch = globalThis.fetch;
  const fetch: typeof globalFetch = (input, init) => {
    const request = new Request(input, init);
    const isMocked = request.url.startsWith(`${given.mock.baseUrl}/`);
    return isMocked ? given.mock.fetch(request) : globalFetch(request);
  };
  vitest.vi.stubGlobal('fetch', fetch);
  vitest.vi.stubEnv('PAYMENTS_API_KEY', given.apiKey);
  try {
    const names = Object.keys(scope);
    await new AsyncFunction(...names, `"use strict"; {${outputText}\n}`)(...Object.values(scope));
    await suite.run();
  } finally {
    vitest.vi.unstubAllEnvs();
    vitest.vi.unstubAllGlobals();
  }
  return printed;
}

/** The output that a snippet states: `console.log(total); // => 12.50`, or `// => 12.50` on lines of their own. */
export const expectedOutput = (code: string): string[] =>
  [...code.matchAll(/(?:console\.log\(.*|^\s*)\/\/ => (.+)$/gm)].map(([, text = '']) => text);

const show = (value: unknown): string =>
  typeof value === 'string' ? value : inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 9 });

/** Replaces vitest's functions, so that tests declared by a snippet run inside the test of the snippet. */
function collectTests() {
  type Step = () => unknown;
  const steps = { beforeAll: [], beforeEach: [], tests: [], afterEach: [], afterAll: [] } as Record<
    'beforeAll' | 'beforeEach' | 'tests' | 'afterEach' | 'afterAll',
    Step[]
  >;
  const add = (kind: keyof typeof steps) => (step: Step) => {
    steps[kind].push(step);
  };
  const test = Object.assign((_: string, step: Step) => add('tests')(step), {
    fails: (_: string, step: Step) =>
      add('tests')(() => vitest.expect(Promise.resolve().then(step)).rejects.toThrow()),
  });
  const all = async (list: Step[]) => {
    for (const step of list) await step();
  };
  return {
    declare: {
      test,
      it: test,
      describe: (_: string, step: Step) => step(),
      beforeAll: add('beforeAll'),
      beforeEach: add('beforeEach'),
      afterEach: add('afterEach'),
      afterAll: add('afterAll'),
    },
    async run() {
      try {
        await all(steps.beforeAll);
        for (const step of steps.tests) {
          await all(steps.beforeEach);
          await step();
          await all(steps.afterEach);
        }
      } finally {
        await all(steps.afterAll);
      }
    },
  };
}
