import { typescript as ts } from 'monaco-editor/languages/features/typescript/lib/typescriptServices.js';
import type { Expression, Identifier, SourceFile, Statement } from 'typescript';

/** The last statement of a query, and the expression or variable in it whose value is shown. */
export interface QueryResult {
  readonly statement: Statement;
  readonly value: Expression | Identifier;
}

/** Finds the result of a query: the value of its last statement, or the variable that it declares. */
export function findResult(file: SourceFile): QueryResult | undefined {
  const statement = file.statements.at(-1);
  if (!statement) return undefined;
  if (ts.isExpressionStatement(statement)) return { statement, value: statement.expression };
  if (!ts.isVariableStatement(statement)) return undefined;
  const name = statement.declarationList.declarations.at(-1)?.name;
  return name && ts.isIdentifier(name) ? { statement, value: name } : undefined;
}
