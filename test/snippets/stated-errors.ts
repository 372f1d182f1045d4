import type { Diagnostic } from '../types/lib/compiler.js';

/** A problem at a line of a file, from 0. */
export interface Problem {
  readonly line: number;
  readonly problem: string;
}

/**
 * Compares the compiler's errors with those that a snippet states, below the line on which they
 * occur. A long message goes on in the next lines:
 *
 *     client.balances.list({ include: { nmae: true } });
 *     //                                ~~~~
 *     // error TS2322: Type 'true' is not assignable to
 *     //   type …
 *
 * @returns Errors that are not stated, and statements that differ from the compiler in code, column
 * or text.
 */
export function checkStatedErrors(code: string, diagnostics: readonly Diagnostic[]): Problem[] {
  const stated = new Map<string, number>();
  const lines = code.split('\n');
  let codeLine = 0;
  for (const [line, text] of lines.entries()) {
    if (!/^\s*\/\//.test(text)) codeLine = line;
    if (!statesError(text)) continue;
    const next = lines.slice(line + 1);
    const end = next.findIndex((more) => !/^\s*\/\/ {3,}\S/.test(more));
    const message = [text, ...next.slice(0, end)].map((part) => part.replace(/^\s*\/\/ +/, ''));
    stated.set(`${codeLine}:${lines[line - 1]?.indexOf('~')} ${message.join(' ')}`, line);
  }
  const problems = diagnostics.flatMap(({ code, line, column, message }): Problem[] => {
    const isStated = stated.delete(`${line}:${column} error ${code}: ${message}`);
    return isStated ? [] : [{ line, problem: message }];
  });
  const wrong = [...stated.values()].map((line) => ({ line, problem: 'the compiler disagrees' }));
  return [...problems, ...wrong];
}

/** Whether a snippet states an error, so that it fails when it runs, too. */
export const statesError = (code: string): boolean => /^\s*\/\/ error TS\d+: /m.test(code);
