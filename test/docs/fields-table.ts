import { paymentsSchema } from 'payments-data-client';
import ts from 'typescript';
import type { Field } from '../../src/schema/field.js';
import type { Relation } from '../../src/schema/relation.js';
import type { Resource } from '../../src/schema/resource.js';
import { parse, read } from './source-files.js';

/** The interfaces of rows by name. */
const interfaces = new Map(
  parse(read('src/schema/rows.ts'))
    .statements.filter(ts.isInterfaceDeclaration)
    .map((node) => [node.name.text, node] as const),
);

/** The reference of all fields for the guide: a heading and a table for each resource. */
export const fieldsTable = (): string =>
  Object.entries(paymentsSchema)
    .map(([name, resource]: [string, Resource]) => resourceSection(name, resource))
    .join('\n\n');

function resourceSection(name: string, { path, operations, fields, relations }: Resource): string {
  const row = name.replace(/^./, (letter) => letter.toUpperCase()).replace(/s$/, '');
  const methods = operations.includes('get') ? 'lists and `get`' : 'lists';
  const use = path
    ? `Endpoint: \`${path}\`, for ${methods}.`
    : 'No endpoint: read them with `include`.';
  const rows = [row, `${row}Properties`]
    .flatMap((type) => [...(interfaces.get(type)?.members ?? [])])
    .map((member) => {
      const key = (member.name as ts.Identifier).text;
      const of = fields[key] ?? relations[key];
      return `| \`${key}\` | ${of && typeOf(of)} | ${commentOf(member)} |`;
    });
  const table = ['| name | type | meaning |', '|---|---|---|', ...rows].join('\n');
  return [`## \`${name}\``, commentOf(interfaces.get(row)), use, table].join('\n\n');
}

function typeOf(of: Field | Relation): string {
  if ('target' in of)
    return `to-${of.cardinality}, [\`${of.target}\`](#${of.target.toLowerCase()})`;
  const known = of.values.map((value) => `\`${value}\``).join(', ');
  return `${of.kind}${of.nullable ? ' or `null`' : ''}${of.computed ? ', computed' : ''}${known && `: ${known}`}`;
}

/** The first sentence of the comment above a declaration. The others are about the type. */
const commentOf = (node: ts.Node | undefined): string =>
  node
    ? ts
        .getJSDocCommentsAndTags(node)
        .map(({ comment }) => ts.getTextOfJSDocComment(comment)?.replace(/\. .*/, '.'))
        .join(' ')
    : '';
