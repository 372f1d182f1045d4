import ts from 'typescript';
import { joinComments } from './extract-snippets.js';

/** A problem at a position of a file. */
export interface Problem {
  readonly start: number;
  readonly problem: string;
}

/**
 * Compares the types that a snippet states with the compiler's: `// const rows: { id: string }[]`
 * below a declaration, and `type Row = …; // { id: string }` after a type alias. A long type goes on in
 * the next lines.
 */
export function statedTypes(file: ts.SourceFile, checker: ts.TypeChecker): Problem[] {
  const problems: Problem[] = [];
  const comments = joinComments(file.text);
  const compare = (node: ts.Node, type: ts.Type, stated: string) => {
    const actual = checker.typeToString(
      type,
      node,
      ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias,
    );
    if (sorted(actual) !== sorted(stated))
      problems.push({ start: node.getStart(), problem: `the type is ${actual}` });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const stated = new RegExp(`^// const ${node.name.text}: (.+)$`, 'm').exec(comments)?.[1];
      if (stated) compare(node, checker.getTypeAtLocation(node), stated);
    }
    if (ts.isTypeAliasDeclaration(node)) {
      const stated = /^\s*\/\/ ({.+)/.exec(joinComments(file.text.slice(node.end)))?.[1];
      if (stated) compare(node, checker.getTypeAtLocation(node), stated);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return problems;
}

/** The text of a type with its members sorted, because the compiler prints them in any order. */
function sorted(text: string): string {
  const [statement] = ts.createSourceFile(
    'type.ts',
    `type T = ${text}`,
    ts.ScriptTarget.Latest,
    true,
  ).statements;
  return statement && ts.isTypeAliasDeclaration(statement) ? sortedType(statement.type) : text;
}

/** Without `exactOptionalPropertyTypes`, the compiler prints `name?: string | undefined`. */
const optionalUndefined = / \| undefined$/;

function sortedType(node: ts.TypeNode): string {
  if (ts.isParenthesizedTypeNode(node)) return sortedType(node.type);
  if (ts.isArrayTypeNode(node)) return `(${sortedType(node.elementType)})[]`;
  if (ts.isUnionTypeNode(node)) return node.types.map(sortedType).sort().join(' | ');
  if (!ts.isTypeLiteralNode(node)) return node.getText();
  const members = node.members.map((member) =>
    ts.isPropertySignature(member) && member.type
      ? `${member.name.getText()}${member.questionToken ? '?' : ''}: ${sortedType(member.type).replace(optionalUndefined, '')}`
      : member.getText(),
  );
  return `{ ${members.sort().join('; ')} }`;
}
