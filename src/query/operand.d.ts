import type { Field, JsonValue } from '../schema/field.js';
import { type QueryNode } from './query-node.js';
/** @throws QueryError if the value is not of the kind of the field. */
export declare function parseOperand(field: Field, node: QueryNode): JsonValue;
/** Rejects `undefined`: a filter without the member would match every row. */
export declare function assertDefined(node: QueryNode): void;
/** A `Date` becomes ISO text, and a `bigint` in the range of safe integers a number. */
export declare function copyJson(node: QueryNode): JsonValue;
/** Rejects an integer that a JSON reader would round (decision 22). */
export declare function parseNumber(value: unknown, node: QueryNode, hint?: string): number;
/**
 * @throws QueryError for other values, and for text with an unpaired surrogate, which a URL cannot
 * encode.
 */
export declare function parseText(value: unknown, node: QueryNode): string;
/**
 * A `Date` as the service writes it: ISO 8601 in UTC, with milliseconds and a year of four digits.
 */
export declare function isoText(value: Date, node: QueryNode): string;
