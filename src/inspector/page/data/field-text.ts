import type { FieldState } from '../../mock/server/inspector/protocol.js';
import type { JsonValue } from '../../schema/field.js';

/** A value as the text of an input. */
export const writeFieldText = (value: JsonValue): string => {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value);
};

/**
 * The value of a text. Text that is not a value of the field stays text, so that the mock rejects it with its
 * own message.
 *
 * @returns A problem for JSON that cannot be sent.
 */
export function parseFieldText(
  { kind }: FieldState,
  text: string,
): { readonly value?: JsonValue; readonly problem?: string } {
  if (kind === 'json') return parseJson(text);
  if (kind === 'boolean') return { value: text === 'true' || (text === 'false' ? false : text) };
  const isNumber =
    (kind === 'number' || kind === 'integer') && text.trim() !== '' && Number.isFinite(Number(text));
  return { value: isNumber ? Number(text) : text };
}

function parseJson(text: string): { readonly value?: JsonValue; readonly problem?: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `Invalid JSON: ${(error as Error).message}` };
  }
}
