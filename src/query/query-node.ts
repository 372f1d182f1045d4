import { QueryError } from '../errors/usage-errors.js';
import { describe } from '../values/describe.js';
import { memberPath } from '../values/member-path.js';
import { isPlainObject } from '../values/plain-object.js';

/** How many objects and arrays a query may nest, the outermost counted (decision 28). */
export const MAX_DEPTH = 32;

/** A part of what a caller gave: a value, and where it stands. Its path is written only where an error shows it. */
export class QueryNode {
  readonly value: unknown;
  readonly #key: string | number;
  readonly #parent: QueryNode | undefined;
  readonly #depth: number;

  /** @param key - Of a member of the parent; without a parent, what the path begins with. */
  constructor(key: string | number, value: unknown, parent?: QueryNode) {
    this.value = value;
    this.#key = key;
    this.#parent = parent;
    this.#depth = parent ? parent.#depth + 1 : 1;
  }

  /** As one would write it in code: `where.OR[1].balance`. */
  get path(): string {
    return this.#parent ? memberPath(this.#parent.path, this.#key) : String(this.#key);
  }

  /** The error for a value that can't stand here. */
  error(problem: string): QueryError {
    return new QueryError(this.path, problem, this.value);
  }

  /** The error for a value of another sort than is due. */
  typeError(expected: string): QueryError {
    return this.error(`expected ${expected}, not ${describe(this.value)}.`);
  }

  /** The error for a key that the parent can't have. */
  unknownKey(problem: string): QueryError {
    return new QueryError((this.#parent ?? this).path, `\`${this.#key}\` ${problem}`, this.value);
  }

  /**
   * The members of a plain object by key, read once.
   *
   * @throws QueryError where it is not a plain object, has a symbol for a key, or lies deeper than {@link MAX_DEPTH}.
   */
  members(expected: string): [string, QueryNode][] {
    if (!isPlainObject(this.value)) throw this.typeError(expected);
    this.#assertDepth();
    if (Object.getOwnPropertySymbols(this.value).length > 0)
      throw this.error('a symbol cannot be a key of a query.');
    return Object.entries(this.value).map(([key, value]) => [key, new QueryNode(key, value, this)]);
  }

  /** The items of an array, read once; see {@link members}. */
  items(expected: string): QueryNode[] {
    if (!Array.isArray(this.value)) throw this.typeError(expected);
    this.#assertDepth();
    return Array.from(this.value, (item: unknown, index) => new QueryNode(index, item, this));
  }

  #assertDepth(): void {
    if (this.#depth <= MAX_DEPTH) return;
    const { path, value } = this;
    const shown = path.length > 80 ? `${path.slice(0, 80)}…` : path;
    const problem = `more than ${MAX_DEPTH} nested objects and arrays, or one that holds itself.`;
    throw new QueryError(shown, problem, value);
  }
}
