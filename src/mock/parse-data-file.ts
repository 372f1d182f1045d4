import JSON5 from 'json5';
import type { MockData } from './database.js';

/**
 * Reads rows by resource from the text of a JSON or JSON5 file. Whether they are rows of the schema is for `createMock`
 * to see.
 *
 * @throws SyntaxError where the text is neither.
 */
export const parseRows = (text: string): MockData => JSON5.parse(text);
