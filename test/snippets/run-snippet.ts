import { basename } from 'node:path';
import { inspect } from 'node:util';
import ts from 'typescript';
import * as vitest from 'vitest';
import {
  extractSnippets,
  joinComments,
  recipeOf,
  type Snippet,
  setup,
} from './extract-snippets.js';

const AsyncFunction: new (...texts: string[]) => (...values: unknown[]) => Promise<void> =
  (async () => {}).constructor as never; // JavaScript has no global name for it

/**
 * Runs a snippet below the setup, or as the program that it is: with imports, top-level `await`,
 * and the tests that it declares.
 *
 * @returns The printed lines.
 */
export async function runSnippet(snippet: Snippet): Promise<string[]> {
  const suite = collectTests();
  const printed: string[] = [];
  const print = (...values: unknown[]) => {
    printed.push(values.map(show).join(' '));
  };
  const console = { log: print, debug: print, info: print, warn: print, error: print };
  const modules = new Map<string, Record<string, unknown>>([
    ['vitest', { ...vitest, ...suite.declare }],
  ]);

  /** Runs a file of the page, or imports a package. */
  async function load(name: string): Promise<Record<string, unknown>> {
    const file = name.startsWith('.') ? fileOf(snippet.page, name) : undefined;
    const cached = modules.get(file?.file ?? name);
    if (cached) return cached;
    const loaded = file ? {} : { __esModule: true, ...(await import(/* @vite-ignore */ name)) };
    modules.set(file?.file ?? name, loaded);
    if (file) await evaluate(file, loaded);
    return loaded;
  }

  async function evaluate({ code, language, file }: Snippet, exports: Record<string, unknown>) {
    const { outputText } = ts.transpileModule(file ? code : setup + code, {
      fileName: `snippet.${language}`,
      compilerOptions: {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2022,
        jsx: ts.JsxEmit.ReactJSX,
      },
    });
    const imported = new Map<string, unknown>();
    for (const [, name = ''] of outputText.matchAll(/require\("([^"]+)"\)/g))
      imported.set(name, await load(name));
    const scope = { console, exports, require: (name: string) => imported.get(name) };
    await new AsyncFunction(...Object.keys(scope), `"use strict"; {${outputText}\n}`)(
      ...Object.values(scope),
    );
  }

  try {
    await evaluate(snippet, {});
    await suite.run();
  } finally {
    vitest.vi.unstubAllEnvs();
    vitest.vi.unstubAllGlobals();
  }
  return printed;
}

/**
 * `./page-proxy` -> the file `page-proxy.ts` of a page, or of the page whose recipe it continues.
 */
function fileOf(page: string, name: string): Snippet {
  const path = name.replace(/^(\.\.?\/)+/, '').replace(/\.js$/, '');
  const found = [page, recipeOf(page)]
    .flatMap((source) => extractSnippets(source))
    .find(({ file }) => file && basename(file).replace(/\.tsx?$/, '') === basename(path));
  if (!found) throw new Error(`${page} has no file ${name}.`);
  return found;
}

/**
 * The output that a snippet states: `console.log(total); // => 12.50`, or `// => 12.50` on lines of
 * their own. A long line goes on in the next one.
 */
export const expectedOutput = (code: string): string[] =>
  [...joinComments(code).matchAll(/(?:console\.log\(.*|^\s*)\/\/ => (.+)$/gm)].map(
    ([, text = '']) => text,
  );

const show = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 9 });

/**
 * Replaces vitest's functions, so that tests declared by a snippet run inside the test of the
 * snippet.
 */
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
