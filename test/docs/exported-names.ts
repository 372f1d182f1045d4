import ts from 'typescript';
import { parse, read, typeScriptFiles } from './source-files.js';

/** The names that files in a folder declare and export. */
export const exportedNames = (folder: string): ReadonlySet<string> =>
  new Set(typeScriptFiles(folder).flatMap((file) => parse(read(file)).statements.flatMap(namesIn)));

function namesIn(statement: ts.Statement): string[] {
  if (!ts.canHaveModifiers(statement)) return [];
  const isExported = ts
    .getModifiers(statement)
    ?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? name.text : [],
    );
  const { name } = statement as ts.DeclarationStatement; // all other statements that can be exported
  return name && ts.isIdentifier(name) ? [name.text] : [];
}
