import { escapeUnits } from '../messages/describe.js';
import { isIdentifier, isPlainObject } from '../values/plain-object.js';

/** How code is printed: the most columns, and the quotes of texts. */
interface PrintStyle {
  readonly width: number;
  readonly mark: "'" | '"';
}

/** That of this package, and the default of Prettier, which leaves such code as it is. */
const ownStyle: PrintStyle = { width: 100, mark: "'" };
export const prettierStyle: PrintStyle = { width: 80, mark: '"' };

/** A string is code as it is. */
export type Code = string | TextCode | CallCode | ArrayCode | ObjectCode;

interface TextCode {
  readonly text: string;
}

interface CallCode {
  readonly call: string;
  readonly args: readonly Code[];
}

interface ArrayCode {
  readonly items: readonly Code[];
}

export interface ObjectCode {
  readonly members: readonly Member[];
  /** Whether each member has its own line, also if one has room for all. */
  readonly isBlock?: boolean;
}

export interface Member {
  readonly key: string;
  readonly value: Code;
  readonly comment?: string | undefined;
}

/** JSON as code, without members that are undefined. */
export function dataCode(value: unknown): Code {
  if (typeof value === 'string') return { text: value };
  if (Array.isArray(value)) return { items: value.map(dataCode) };
  if (!isPlainObject(value)) return Object.is(value, -0) ? '-0' : String(value);
  const present = Object.entries(value).filter(([, member]) => member !== undefined);
  return { members: present.map(([key, member]) => ({ key, value: dataCode(member) })) };
}

export function flat(code: Code, style = ownStyle): string {
  const flatAll = (codes: readonly Code[]) => codes.map((each) => flat(each, style)).join(', ');
  if (typeof code === 'string') return code;
  if ('text' in code) return quote(code.text, style.mark);
  if ('call' in code) return `${code.call}(${flatAll(code.args)})`;
  if ('items' in code) return `[${flatAll(code.items)}]`;
  const members = code.members.map(({ key, value }) => printKey(key, style) + flat(value, style));
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/**
 * Prints code as formatters do: on one line if that is short enough, otherwise with each argument,
 * item or member on its own line.
 *
 * @param used - The columns before and behind it on its first line.
 */
export function print(code: Code, used: number, style = ownStyle, indent = 0): string {
  const short = flat(code, style);
  const isShort = used + short.length <= style.width;
  if (typeof code === 'string' || 'text' in code) return short;
  if (isShort && !('members' in code ? code.isBlock : isBlockLast(code))) return short;
  const [spaces, end] = [' '.repeat(indent + 2), ' '.repeat(indent)];
  const line = (start: string, part: Code) =>
    `${spaces}${start}${print(part, indent + start.length + 3, style, indent + 2)},\n`;
  if ('items' in code) return `[\n${code.items.map((item) => line('', item)).join('')}${end}]`;
  if ('members' in code) {
    const lines = code.members.map(({ key, value, comment }) => {
      const above = comment === undefined ? '' : `${spaces}/** ${comment} */\n`;
      return above + line(printKey(key, style), value);
    });
    return `{\n${lines.join('')}${end}}`;
  }
  const last = code.args.at(-1);
  if (typeof last !== 'object' || !('members' in last))
    return `${code.call}(\n${code.args.map((arg) => line('', arg)).join('')}${end})`;
  const before = code.args.slice(0, -1).map((arg) => `${flat(arg, style)}, `);
  const block = print({ ...last, isBlock: true }, 0, style, indent);
  return `${code.call}(${before.join('')}${block})`;
}

/** Whether the last argument of a call has a line for each of its members. */
const isBlockLast = (code: CallCode | ArrayCode): boolean => {
  const last = 'args' in code ? code.args.at(-1) : undefined;
  return typeof last === 'object' && 'members' in last && last.isBlock === true;
};

export function callsIn(code: Code): string[] {
  if (typeof code === 'string' || 'text' in code) return [];
  if ('call' in code) return [code.call, ...code.args.flatMap(callsIn)];
  return ('items' in code ? code.items : code.members.map(({ value }) => value)).flatMap(callsIn);
}

/** In brackets, `__proto__` is a member like any other. */
function printKey(name: string, { mark }: PrintStyle): string {
  if (name === '__proto__') return `[${quote(name, mark)}]: `;
  return `${isIdentifier(name) ? name : quote(name, mark)}: `;
}

/** Control characters, format characters such as those that reverse text, and line separators. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * A string literal. It is safe in code and in a `//` comment, whatever the text contains.
 *
 * @example
 * quote("it's") // => '"it\'s"'
 */
export function quote(text: string, usual: PrintStyle['mark'] = "'"): string {
  // As formatters do: the quotes that need fewer escapes, the usual ones if both need as many.
  const other = usual === "'" ? '"' : "'";
  const mark = text.split(usual).length > text.split(other).length ? other : usual;
  const body = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll(mark, `\\${mark}`);
  return `${mark}${escapeUnsafe(body)}${mark}`;
}

/** Text that cannot end a comment or a line. */
export const escapeUnsafe = (text: string): string => text.replace(UNSAFE, escapeUnits);

/**
 * Quotes text for a POSIX shell, which takes it as it is.
 *
 * @example
 * quoteForShell("it's $5") // => `'it'\\''s $5'`
 */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Text as one word of a command for a POSIX shell: in quotes if it needs them. */
export const shellWord = (text: string): string =>
  /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : quoteForShell(text);

/**
 * The first line of each module that `connect` writes. It does not overwrite a file that begins
 * differently.
 */
export const FIRST_LINE =
  '// Written by `payments-data-client connect`, which overwrites this file. ' +
  'Extend the schema in another file.';
