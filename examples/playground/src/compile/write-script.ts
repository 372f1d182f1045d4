import { typescript as ts } from 'monaco-editor/languages/features/typescript/lib/typescriptServices.js';
import type { ImportDeclaration, SourceFile } from 'typescript';
import { findResult } from './find-result';

/** A range of a text and its replacement. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Writes a query as a JavaScript function that returns its result. */
export function writeScript(file: SourceFile): string {
  const changes: Change[] = file.statements.filter(ts.isImportDeclaration).map((statement) => ({
    start: statement.getStart(file),
    end: statement.end,
    text: writeImport(statement),
  }));
  const result = findResult(file);
  if (result) {
    const value = result.value.getText(file);
    const start = ts.isIdentifier(result.value)
      ? result.statement.end
      : result.statement.getStart(file);
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

/** Writes an import as a destructured object, without its types. */
function writeImport({ importClause, moduleSpecifier }: ImportDeclaration): string {
  const bindings = importClause?.namedBindings;
  if (!bindings || importClause.isTypeOnly) return '';
  const module = `modules[${moduleSpecifier.getText()}]`;
  if (ts.isNamespaceImport(bindings)) return `const ${bindings.name.text} = ${module};`;
  const names = bindings.elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName }) =>
      propertyName ? `${propertyName.text}: ${name.text}` : name.text,
    );
  return `const { ${names.join(', ')} } = ${module};`;
}
