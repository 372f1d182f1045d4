import { escapeUnits, isIdentifier } from '../messages/describe.js';
import { isPlainObject } from '../values/plain-object.js';

const WIDTH = 100;

export type Code = string | CallCode | ArrayCode | ObjectCode;

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
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return { items: value.map(dataCode) };
  if (!isPlainObject(value)) return Object.is(value, -0) ? '-0' : String(value);
  const present = Object.entries(value).filter(([, member]) => member !== undefined);
  return { members: present.map(([key, member]) => ({ key, value: dataCode(member) })) };
}

export function flat(code: Code): string {
  if (typeof code === 'string') return code;
  if ('call' in code) return `${code.call}(${code.args.map(flat).join(', ')})`;
  if ('items' in code) return `[${code.items.map(flat).join(', ')}]`;
  const members = code.members.map(({ key, value }) => `${printKey(key)}: ${flat(value)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/**
 * Prints code as formatters do: on one line if that is short enough, otherwise with each argument,
 * item or member on its own line.
 *
 * @param used - The columns before and behind it on its first line.
 */
export function print(code: Code, used: number, indent = 0): string {
  if (typeof code === 'string') return code;
  const short = flat(code);
  const isShort = used + short.length <= WIDTH;
  const [spaces, end] = [' '.repeat(indent + 2), ' '.repeat(indent)];
  const line = (start: string, part: Code) =>
    `${spaces}${start}${print(part, indent + start.length + 3, indent + 2)},\n`;
  if ('items' in code)
    return isShort ? short : `[\n${code.items.map((item) => line('', item)).join('')}${end}]`;
  if ('call' in code) {
    const last = code.args.at(-1);
    if (typeof last === 'object' && 'members' in last) {
      const before = [
        code.call,
        '(',
        ...code.args.slice(0, -1).map((arg) => `${flat(arg)}, `),
      ].join('');
      return isShort && !last.isBlock
        ? short
        : `${before}${print({ ...last, isBlock: true }, 0, indent)})`;
    }
    return isShort
      ? short
      : `${code.call}(\n${code.args.map((arg) => line('', arg)).join('')}${end})`;
  }
  if (isShort && !code.isBlock) return short;
  const lines = code.members.map(({ key, value, comment }) => {
    const above = comment === undefined ? '' : `${spaces}/** ${comment} */\n`;
    return above + line(`${printKey(key)}: `, value);
  });
  return `{\n${lines.join('')}${end}}`;
}

export function callsIn(code: Code): string[] {
  if (typeof code === 'string') return [];
  if ('call' in code) return [code.call, ...code.args.flatMap(callsIn)];
  return ('items' in code ? code.items : code.members.map(({ value }) => value)).flatMap(callsIn);
}

/** In brackets, `__proto__` is a member like any other. */
const printKey = (name: string): string =>
  name === '__proto__' ? `['__proto__']` : printName(name);

const printName = (name: string): string => (isIdentifier(name) ? name : quote(name));

/**
 * The path of a member. A name that is no identifier is quoted, so that it cannot end a comment or
 * a line.
 */
export const printPath = (path: readonly string[]): string => path.map(printName).join('.');

/** Control characters, format characters such as those that reverse text, and line separators. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * A string literal. It is safe in code and in a `//` comment, whatever the text contains.
 *
 * @example
 * quote("it's") // => '"it\'s"'
 */
export function quote(text: string): string {
  // As formatters do: the quotes that need fewer escapes, single ones if both need as many.
  const count = (mark: string) => text.split(mark).length;
  const mark = count("'") > count('"') ? '"' : "'";
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
