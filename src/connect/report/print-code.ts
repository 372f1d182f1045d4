import { isIdentifier } from '../../values/member-path.js';
import { isPlainObject } from '../../values/plain-object.js';

/** The width of the written code. */
const WIDTH = 110;

/** A literal, a call, or an object. */
export type Code = string | CallCode | ObjectCode;

interface CallCode {
  readonly call: string;
  readonly args: readonly Code[];
}

export interface ObjectCode {
  readonly members: readonly Member[];
  /** Whether each member has its own line, also if all fit on one. */
  readonly isBlock?: boolean;
}

export interface Member {
  readonly key: string;
  readonly value: Code;
  readonly comment?: string | undefined;
}

/** Data as code, without members that are undefined. */
export function dataCode(value: unknown): Code {
  if (!isPlainObject(value)) return typeof value === 'string' ? quote(value) : String(value);
  const given = Object.entries(value).filter(([, member]) => member !== undefined);
  return { members: given.map(([key, member]) => ({ key, value: dataCode(member) })) };
}

/** The code on one line. */
export function flat(code: Code): string {
  if (typeof code === 'string') return code;
  if ('call' in code) return `${code.call}(${code.args.map(flat).join(', ')})`;
  const members = code.members.map(({ key, value }) => `${printKey(key)}: ${flat(value)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/**
 * Prints code as formatters do: on one line if it fits, otherwise with each argument or member on its own line.
 *
 * @param used - The columns before and behind it on its first line.
 */
export function print(code: Code, used: number, indent = 0): string {
  if (typeof code === 'string') return code;
  const short = flat(code);
  const [spaces, end] = [' '.repeat(indent + 2), ' '.repeat(indent)];
  if ('call' in code) {
    const last = code.args.at(-1);
    if (typeof last === 'object' && 'members' in last) {
      const before = [code.call, '(', ...code.args.slice(0, -1).map((arg) => `${flat(arg)}, `)].join('');
      const isShort = !last.isBlock && used + short.length <= WIDTH;
      return isShort ? short : `${before}${print({ ...last, isBlock: true }, 0, indent)})`;
    }
    if (used + short.length <= WIDTH) return short;
    const lines = code.args.map((arg) => `${spaces}${print(arg, indent + 3, indent + 2)},\n`);
    return `${code.call}(\n${lines.join('')}${end})`;
  }
  if (!code.isBlock && used + short.length <= WIDTH) return short;
  const lines = code.members.map(({ key, value, comment }) => {
    const start = `${spaces}${printKey(key)}: `;
    const above = comment === undefined ? '' : `${spaces}/** ${comment} */\n`;
    return `${above}${start}${print(value, start.length + 1, indent + 2)},\n`;
  });
  return `{\n${lines.join('')}${end}}`;
}

/** The functions that code calls. */
export function callsIn(code: Code): string[] {
  if (typeof code === 'string') return [];
  return 'call' in code
    ? [code.call, ...code.args.flatMap(callsIn)]
    : code.members.flatMap(({ value }) => callsIn(value));
}

const printKey = (name: string): string => (isIdentifier(name) ? name : quote(name));

/** The path of a member. A name that is no identifier is quoted, so that it cannot end a comment or a line. */
export const printPath = (path: readonly string[]): string => path.map(printKey).join('.');

/** Control characters, format characters such as those that reverse text, line separators, and surrogates. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * A string literal. It is safe in code and in a `//` comment, whatever the text contains.
 *
 * @example
 * quote("it's") // => '"it\'s"'
 */
export function quote(text: string): string {
  const body = Array.from(text.replaceAll('\\', '\\\\'), (character) =>
    UNSAFE.test(character) ? escapeUnits(character) : character,
  ).join('');
  // As formatters do: the quotes that need fewer escapes, single ones if both need as many.
  const count = (mark: string) => body.split(mark).length;
  const mark = count("'") > count('"') ? '"' : "'";
  return `${mark}${body.replaceAll(mark, `\\${mark}`)}${mark}`;
}

/** Each code unit of a text as an escape sequence of JavaScript. */
export const escapeUnits = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
