import { isIdentifier } from '../values/member-path.js';
import { blockObject, buildersOf, type Member, type ObjectExpression } from './expression.js';
import type { Changes, Note, ResourceChanges } from './find-changes.js';
import { printExpression, quote } from './print-expression.js';

/** The first line of each written file. A file that begins differently is not overwritten. */
export const FIRST_LINE =
  '// Written by `payments-data-client pull`, which overwrites this file. Extend the schema in another file.';

/** The second argument of `extendSchema`. */
export function extensionOf({ resources }: Changes): ObjectExpression {
  return blockObject(
    resources.flatMap((resource) => {
      const members = membersOf(resource);
      return members.length === 0 ? [] : [{ name: resource.name, value: blockObject(members) }];
    }),
  );
}

function membersOf({ members, fields, relations }: ResourceChanges): Member[] {
  return [
    ...members,
    ...(fields.length > 0 ? [{ name: 'fields', value: blockObject(fields) }] : []),
    ...(relations.length > 0 ? [{ name: 'relations', value: blockObject(relations) }] : []),
  ];
}

/**
 * Writes a TypeScript module that exports the extended schema. The same changes give the same text.
 *
 * @param unread - Resources that could not be read.
 */
export function writeModule(changes: Changes, unread: readonly Note[]): string {
  const extension = extensionOf(changes);
  const imports = [...new Set([...buildersOf(extension), 'extendSchema', 'paymentsSchema'])].sort();
  return [
    FIRST_LINE,
    printImport(imports),
    '',
    ...printNotes(
      'Not declared: the client returns these without a type, and the mock does not support them.',
      changes.undeclared,
    ),
    ...printNotes(
      'Declared in paymentsSchema, but not returned, or returned in another form.',
      changes.notReturned,
    ),
    ...printNotes('Not read.', unread),
    '/** `paymentsSchema` with the fields and relations of the service. */',
    `export const schema = extendSchema(paymentsSchema, ${printExpression(extension)});`,
    '',
  ].join('\n');
}

function printImport(names: readonly string[]): string {
  const end = `from ${quote('payments-data-client')};`;
  const flat = `import { ${names.join(', ')} } ${end}`;
  if (flat.length <= 110) return flat;
  return ['import {', ...names.map((name) => `  ${name},`), `} ${end}`].join('\n');
}

function printNotes(heading: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  return [`// ${heading}`, ...notes.map((note) => `// - ${printNote(note)}`), ''];
}

/** A note on one line, such as `accounts.tags: array of strings (12 of 12 rows)`. */
export const printNote = ({ path, text }: Note): string => `${printPath(path)}: ${text}`;

/** The path of a property. A name that is no identifier is quoted, so that it cannot end a comment or a line. */
export const printPath = (path: readonly string[]): string =>
  path.map((name) => (isIdentifier(name) ? name : quote(name))).join('.');
