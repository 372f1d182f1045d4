/** What is wrong with a query, and where; lines and columns count from 1. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A query as the compiler sees it. */
export interface CompiledQuery {
  readonly problems: readonly Problem[];
  /** JavaScript that declares `query(client, mock, modules)`; absent where the text is not a program. */
  readonly script: string | undefined;
  /** The type of what the query gives, promises awaited; absent where it gives nothing that has one. */
  readonly type: string | undefined;
}
