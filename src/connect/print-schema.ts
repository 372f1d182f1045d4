import type { Field } from '../schema/field.js';
import type { Relation } from '../schema/relation.js';
import type { Resource } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import { isIdentifier } from '../values/member-path.js';
import { own } from '../values/plain-object.js';
import { placeholderOf } from './infer-field.js';

/** The width of the written code. */
const WIDTH = 110;

/** Code, and the builders of the package that it calls. */
interface PrintedSchema {
  /** The second argument of `extendSchema`. */
  readonly code: string;
  readonly imports: readonly string[];
}

/**
 * Prints the argument of `extendSchema` that makes a schema of another one, formatted with two spaces, single quotes
 * and trailing commas.
 *
 * @param comments - By path, such as `accounts.tags`.
 */
export function printExtension(
  base: Resources,
  schema: Resources,
  comments: ReadonlyMap<string, string>,
): PrintedSchema {
  const imports = new Set<string>();
  const lines = Object.entries(schema).flatMap(([name, resource]) => {
    const members = resourceLines(name, own(base, name), resource, comments, imports);
    return members.length === 0 ? [] : [`  ${printKey(name)}: {`, ...members, '  },'];
  });
  return { code: lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`, imports: [...imports].sort() };
}

function resourceLines(
  name: string,
  base: Resource | undefined,
  { path, operations, fields, relations }: Resource,
  comments: ReadonlyMap<string, string>,
  imports: Set<string>,
): string[] {
  const lines: string[] = [];
  if (path !== undefined && path !== base?.path)
    lines.push(`    path: ${quote(path)},`, `    operations: [${operations.map(quote).join(', ')}],`);
  const group = <Member>(
    key: string,
    old: { readonly [name: string]: Member },
    current: { readonly [name: string]: Member },
    print: (member: Member) => Code,
  ) => {
    const printed = (member: Member | undefined) => (member === undefined ? undefined : flat(print(member)));
    const names = [...new Set([...Object.keys(old), ...Object.keys(current)])].filter(
      (one) => own(old, one) !== own(current, one) && printed(own(old, one)) !== printed(own(current, one)),
    );
    if (names.length === 0) return;
    lines.push(`    ${key}: {`);
    for (const one of names.sort(idFirst)) {
      const member = own(current, one);
      const code = member === undefined ? 'null' : print(member);
      const comment = member === undefined ? undefined : comments.get(`${name}.${one}`);
      if (comment !== undefined) lines.push(`      /** ${comment} */`);
      const start = `      ${printKey(one)}: `;
      lines.push(`${start}${wrap(code, 6, start.length + 1, imports)},`);
    }
    lines.push('    },');
  };
  group('fields', base?.fields ?? {}, fields, fieldCode);
  group('relations', base?.relations ?? {}, relations, relationCode);
  return lines;
}

/** A literal, an object literal with its members, or a call with its arguments. */
type Code = string | { readonly members: readonly string[] } | Call;

interface Call {
  readonly call: string;
  readonly args: readonly Code[];
}

export function fieldCode(field: Field): Code {
  const plain: Code = { call: field.kind, args: field.values.map(quote) };
  const stored: Code = field.nullable ? { call: 'nullable', args: [plain] } : plain;
  if (!field.computed) return stored;
  const value = placeholderOf(field);
  const result = typeof value === 'string' ? quote(value) : JSON.stringify(value);
  return { call: 'computed', args: [stored, `() => ${result === '{}' ? '({})' : result}`] };
}

export function relationCode({ target, cardinality, foreignKey, nullable, filterable }: Relation): Code {
  const options = [
    `foreignKey: ${quote(foreignKey)}`,
    ...(nullable ? ['nullable: true'] : []),
    ...(filterable ? ['filterable: true'] : []),
  ];
  return { call: cardinality, args: [quote(target), { members: options }] };
}

export function flat(code: Code): string {
  if (typeof code === 'string') return code;
  return 'members' in code
    ? `{ ${code.members.join(', ')} }`
    : `${code.call}(${code.args.map(flat).join(', ')})`;
}

/** The code on one line if it fits, otherwise with each argument, or each member of the last one, on its own line. */
function wrap(code: Code, indent: number, used: number, imports: Set<string>): string {
  if (typeof code === 'string' || 'members' in code) return flat(code);
  imports.add(code.call);
  const short = flat(code);
  const [spaces, end] = [' '.repeat(indent + 2), ' '.repeat(indent)];
  const lines = code.args.map((arg) => `${spaces}${wrap(arg, indent + 2, spaces.length + 1, imports)},\n`);
  if (used + short.length <= WIDTH) return short;
  const last = code.args.at(-1);
  if (typeof last !== 'object' || !('members' in last)) return `${code.call}(\n${lines.join('')}${end})`;
  const before = code.args.slice(0, -1).map((arg) => `${flat(arg)}, `);
  const members = last.members.map((member) => `${spaces}${member},\n`);
  return `${code.call}(${before.join('')}{\n${members.join('')}${end}})`;
}

/** The same order on each machine. */
export const idFirst = (left: string, right: string): number =>
  left === 'id' ? -1 : right === 'id' ? 1 : left < right ? -1 : Number(left > right);

export const printKey = (name: string): string => (isIdentifier(name) ? name : quote(name));

/** Control characters, format characters such as those that reverse text, line separators, and surrogates. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * A string literal. It is safe in code and in a `//` comment, whatever the text contains.
 *
 * @example
 * quote("it's") // => '"it\'s"'
 */
export function quote(text: string): string {
  let body = '';
  for (const character of text) {
    if (character === '\\') body += '\\\\';
    else if (!UNSAFE.test(character)) body += character;
    else
      for (let index = 0; index < character.length; index++)
        body += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  // As formatters do: the quotes that need fewer escapes, single ones if both need as many.
  const count = (mark: string) => body.split(mark).length;
  const mark = count("'") > count('"') ? '"' : "'";
  return `${mark}${body.replaceAll(mark, `\\${mark}`)}${mark}`;
}
