import type { ResponseIssue } from '../errors/request-errors.js';
import type { Resources } from '../schema/resources.js';
import type { SelectionNode } from './include.js';

/** Data of an answer, and what it should be. */
export interface ValidationInput {
  readonly data: unknown;
  readonly schema: Resources;
  /** What each row should hold. */
  readonly selection: SelectionNode;
  /** Whether an array of rows is due, or one row. */
  readonly many: boolean;
}

/** Looks at the data of each answer; what it finds makes the call fail with a {@link ResponseError}. */
export type Validator = (promised: ValidationInput) => readonly ResponseIssue[];
