import { typescript as ts } from 'monaco-editor/languages/features/typescript/lib/typescriptServices.js';
import type { ImportDeclaration, SourceFile } from 'typescript';
import { findResult } from './find-result';

/** A part of a text, and what comes in its place. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Writes a query as a JavaScript function that returns what the query gives. */
export function writeScript(file: SourceFile): string {
  const changes: Change[] = file.statements.filter(ts.isImportDeclaration).map((statement) => ({
    start: statement.getStart(file),
    end: statement.end,
    text: writeImport(statement),
  }));
  const result = findResult(file);
  if (result) {
    const value = result.value.getText(file);
    const start = ts.isIdentifier(result.value) ? result.statement.end : result.statement.getStart(file);
    changes.push({ start, end: result.statement.end, text: `\nreturn (${value}\n);` });
  }
  const body = changes.reduceRight(
    (text, change) => text.slice(0, change.start) + change.text + text.slice(change.end),
    file.text,
  );
  return ts.transpile(`async function query(client, mock, modules) {\n${body}\n}`, {
    target: ts.ScriptTarget.ESNext,
  });
}

/** Types are gone by now, so that only names of values are left to be taken from a module. */
function writeImport({ importClause, moduleSpecifier }: ImportDeclaration): string {
  const bindings = importClause?.namedBindings;
  if (!bindings || importClause.isTypeOnly) return '';
  const module = `modules[${moduleSpecifier.getText()}]`;
  if (ts.isNamespaceImport(bindings)) return `const ${bindings.name.text} = ${module};`;
  const names = bindings.elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName }) => (propertyName ? `${propertyName.text}: ${name.text}` : name.text));
  return `const { ${names.join(', ')} } = ${module};`;
}
