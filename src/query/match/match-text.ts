import type { ResolvedDialect } from '../../dialect/dialect.js';

/**
 * Turns the operand of `like` into a test of text: whether the text contains it. With SQL wildcards, it is the
 * pattern `%operand%`, in which `%` means any text and `_` any character (decision 20). A backslash at the end of
 * the operand escapes the last `%`, as in a database.
 *
 * @example
 * compileLike('o_si', 'sql')('Rossi') // => true
 */
export function compileLike(
  operand: string,
  wildcards: ResolvedDialect['text']['wildcards'],
): (text: string) => boolean {
  if (wildcards === 'none' || !/[%_\\]/.test(operand)) return (text) => text.includes(operand);
  const [, ...parts] = parsePattern(`%${operand}%`, wildcards === 'sql');
  const last = parts.pop() ?? [];
  return (text) => {
    const characters = Array.from(text);
    let start = 0;
    for (const part of parts) {
      const found = indexOfPart(characters, part, start);
      if (found < 0) return false;
      start = found + part.length;
    }
    const end = characters.length - last.length;
    return end >= start && indexOfPart(characters, last, end) === end;
  };
}

/** A character of a pattern; `undefined` is any one. */
type Pattern = readonly (string | undefined)[];

/** The parts between the `%` of a pattern. */
function parsePattern(operand: string, hasEscape: boolean): Pattern[] {
  const parts: (string | undefined)[][] = [[]];
  let isEscaped = false;
  for (const character of operand) {
    if (hasEscape && character === '\\' && !isEscaped) isEscaped = true;
    else {
      if (character === '%' && !isEscaped) parts.push([]);
      else parts.at(-1)?.push(character === '_' && !isEscaped ? undefined : character);
      isEscaped = false;
    }
  }
  return parts;
}

/** Where a part begins in a text, at `start` or later; -1 if nowhere. */
function indexOfPart(text: readonly string[], part: Pattern, start: number): number {
  for (let at = start; at + part.length <= text.length; at++)
    if (part.every((character, index) => character === undefined || character === text[at + index]))
      return at;
  return -1;
}
