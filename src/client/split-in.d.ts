import type { JsonObject } from '../schema/field.js';
import type { Fields } from './position.js';
/**
 * Splits the longest `in` of a filter, so that each part fits a URL. Spellings of one value stay
 * together, so that no row is in two parts.
 *
 * @param lengthOf - The bytes of the URL with a filter.
 * @throws QueryError if the filter cannot be split, or if a part does not fit.
 */
export declare function splitIn(where: JsonObject, fields: Fields, lengthOf: (where: JsonObject) => number, limit: number): JsonObject[];
