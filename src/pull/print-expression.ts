import { isIdentifier } from '../values/member-path.js';
import type { Expression, Member, ObjectExpression } from './expression.js';

/** The width of the written code. */
const WIDTH = 110;

/**
 * Prints an expression as code, formatted with two spaces, single quotes and trailing commas.
 *
 * @param depth - How many levels the line is indented.
 * @param used - The columns of the line before the expression, and after it.
 */
export function printExpression(expression: Expression, depth = 0, used = 0): string {
  const flat = printFlat(expression);
  if (flat !== undefined && used + flat.length <= WIDTH) return flat;
  switch (expression.type) {
    case 'constant':
      return printConstant(expression.value);
    case 'function':
      return `() => ${printResult(expression.result)}`;
    case 'object':
      return printObject(expression, depth);
    case 'array':
      return printList('[', expression.items, ']', depth);
    case 'call': {
      const last = expression.args.at(-1);
      const before = expression.args.slice(0, -1).map(printFlat);
      const start = `${expression.builder}(${before.map((text) => `${text}, `).join('')}`;
      // An object in the last place stays on the line of the call.
      if (last?.type === 'object' && !before.includes(undefined))
        return `${start}${printObject(last, depth)})`;
      return printList(`${expression.builder}(`, expression.args, ')', depth);
    }
  }
}

/** The expression on one line; `undefined` if it cannot be written on one. */
function printFlat(expression: Expression): string | undefined {
  switch (expression.type) {
    case 'constant':
      return printConstant(expression.value);
    case 'function':
      return `() => ${printResult(expression.result)}`;
    case 'array':
      return join('[', expression.items.map(printFlat), ']');
    case 'call':
      return join(`${expression.builder}(`, expression.args.map(printFlat), ')');
    case 'object': {
      if (expression.members.length === 0) return '{}';
      if (!expression.isInline) return undefined;
      const members = expression.members.map(({ name, value }) => {
        const flat = printFlat(value);
        return flat === undefined ? undefined : `${printKey(name)}: ${flat}`;
      });
      return join('{ ', members, ' }');
    }
  }
}

const join = (start: string, parts: readonly (string | undefined)[], end: string): string | undefined =>
  parts.includes(undefined) ? undefined : `${start}${parts.join(', ')}${end}`;

function printList(start: string, items: readonly Expression[], end: string, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const lines = items.map((item) => `${indent}${printExpression(item, depth + 1, indent.length + 1)},\n`);
  return `${start}\n${lines.join('')}${'  '.repeat(depth)}${end}`;
}

function printObject({ members }: ObjectExpression, depth: number): string {
  const lines = members.map((member) => printMember(member, depth + 1));
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}

function printMember({ name, value, comment }: Member, depth: number): string {
  const indent = '  '.repeat(depth);
  const key = `${indent}${printKey(name)}: `;
  const above = comment === undefined ? '' : `${indent}/** ${comment} */\n`;
  return `${above}${key}${printExpression(value, depth, key.length + 1)},\n`;
}

/** An arrow function needs parentheses around an object. */
const printResult = (result: Expression): string =>
  result.type === 'object' ? `(${printExpression(result)})` : printExpression(result);

const printKey = (name: string): string => (isIdentifier(name) ? name : quote(name));

const printConstant = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? quote(value) : String(value);

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
