/** A compiler error. Lines and columns count from 1. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The compiler's result for a query. */
export interface CompiledQuery {
  readonly problems: readonly Problem[];
  /** JavaScript that declares `query(client, mock, modules)`; `undefined` if the text has a syntax error. */
  readonly script: string | undefined;
  /** The awaited type of the result; `undefined` if the query has no result. */
  readonly type: string | undefined;
}
