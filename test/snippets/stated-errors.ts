import ts from 'typescript';
import type { Problem } from './stated-types.js';

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
export function checkStatedErrors(
  file: ts.SourceFile,
  diagnostics: readonly ts.Diagnostic[],
): Problem[] {
  const lines = file.text.split('\n');
  const isComment = (line: number) => /^\s*\/\//.test(lines[line] ?? '');
  const unmatched = new Set(diagnostics);
  const problems: Problem[] = [];

  for (const [line, text] of lines.entries()) {
    const [, code, begun] = /^\s*\/\/ error TS(\d+): (.+)$/.exec(text) ?? [];
    if (begun === undefined) continue;
    const message = [begun];
    for (let next = line + 1; next < lines.length; next++) {
      const [, more] = /^\s*\/\/ {3,}(\S.*)$/.exec(lines[next] ?? '') ?? [];
      if (more === undefined) break;
      message.push(more);
    }
    const marker = lines[line - 1]?.indexOf('~') ?? -1;
    let codeLine = line - 1;
    while (isComment(codeLine)) codeLine--;
    const match = diagnostics.find((diagnostic) => {
      const { line: at, character } = file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
      return (
        at === codeLine &&
        `${diagnostic.code}` === code &&
        textOf(diagnostic) === message.join(' ') &&
        (marker === -1 || character === marker)
      );
    });
    if (match) unmatched.delete(match);
    else
      problems.push({
        start: file.getPositionOfLineAndCharacter(line, 0),
        problem: 'the compiler disagrees',
      });
  }
  for (const diagnostic of unmatched)
    problems.push({ start: diagnostic.start ?? 0, problem: textOf(diagnostic) });
  return problems;
}

/** Whether a snippet states an error, so that it fails when it runs, too. */
export const statesError = (code: string): boolean => /^\s*\/\/ error TS\d+: /m.test(code);

const textOf = ({ messageText }: ts.Diagnostic): string =>
  ts.flattenDiagnosticMessageText(messageText, '\n');
