import type { ResponseIssue } from '../errors/request-errors.js';
import type { Resources } from '../schema/resources.js';
import type { SelectionNode } from './include.js';

/** The data of a response, and what the query selected. */
export interface ValidationInput {
  readonly data: unknown;
  readonly schema: Resources;
  /** The fields and relations that each row must have. */
  readonly selection: SelectionNode;
  /** `true` if the data must be an array of rows, `false` if it must be one row. */
  readonly many: boolean;
}

/** Checks the data of each response. If it returns issues, the call rejects with a {@link ResponseError}. */
export type Validator = (input: ValidationInput) => readonly ResponseIssue[];
