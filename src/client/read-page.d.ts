import type { RequestOptions } from '../http/options.js';
import { type Plan, type Position } from './position.js';
import { type Endpoint, type Row } from './resource.js';
/** A page; `next` is undefined after the last one. */
export interface Page {
    readonly rows: Row[];
    readonly next?: Position | undefined;
}
/**
 * Reads the page at a position, with as many requests as it needs.
 *
 * @param start - The `next` of the page before; `undefined` for the first page.
 * @throws ResponseError if the service ignores a part of the query, or if others changed the rows.
 */
export declare function readPage(endpoint: Endpoint, plan: Plan, start: Position | undefined, pageSize: number, options: RequestOptions): Promise<Page>;
