import { QueryError } from '../errors.js';
import { describe, memberPath, shorten } from '../messages/describe.js';
import { didYouMean } from '../messages/did-you-mean.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { isPlainObject, setMember } from '../values/plain-object.js';

/** How many levels of objects and arrays an include or a JSON operand may nest (decision 28). */
export const MAX_DEPTH = 32;

/** How many levels of objects and arrays a filter may nest. */
export const MAX_FILTER_DEPTH = 1000;

/** The message for a value with more levels. */
export const TOO_DEEP =
  `is nested too deeply. Use at most ${MAX_FILTER_DEPTH} levels in a filter, ` +
  `${MAX_DEPTH} in an include or JSON.`;

/** How many values a query or a body may have. */
export const MAX_VALUES = 1_000_000;

/**
 * How many objects and arrays, and how many characters: a small object that occurs often could
 * stand for any number of them.
 */
const MAX_OBJECTS = 100_000;
const MAX_CHARACTERS = 50_000_000;

const TOO_MANY =
  'has too many values. Use at most 1,000,000 values and 100,000 objects and arrays; ' +
  'an object that occurs several times counts each time.';

/** What all values of a query share. */
export class QueryContext {
  /** How many were read so far. */
  values = 0;
  objects = 0;
  characters = 0;

  /**
   * @param isReceived - Whether a service received the query, and rejects what it cannot read; a
   * client sends it as it is.
   */
  constructor(readonly isReceived = false) {}
}

/** A value inside a query, with its position. The path is built only for an error. */
export class QueryNode {
  readonly value: unknown;
  readonly context: QueryContext;
  readonly #key: string | number;
  readonly #parent: QueryNode | undefined;
  /** How many levels the value may have. */
  #levels: number;

  /** @param key - The member of the parent; without a parent, the start of the path. */
  constructor(key: string | number, value: unknown, parent?: QueryNode, context?: QueryContext) {
    this.value = value;
    this.context = context ?? parent?.context ?? new QueryContext();
    this.#key = key;
    this.#parent = parent;
    this.#levels = parent ? parent.#levels - 1 : MAX_DEPTH;
  }

  /** Lets the value have so many levels, whatever the parent has left. */
  allowLevels(levels: number): this {
    this.#levels = levels;
    return this;
  }

  /** Such as `where.OR[1].balance`. */
  get path(): string {
    return this.#parent ? memberPath(this.#parent.path, this.#key) : String(this.#key);
  }

  error(problem: string): QueryError {
    return new QueryError(this.path, problem, this.value);
  }

  /** An error about a value of the wrong type. The hint is a sentence, with a space before it. */
  typeError(expected: string, hint = ''): QueryError {
    return this.error(`expected ${expected}, got ${describe(this.value)}.${hint}`);
  }

  /** An error about the key, at the parent, with the nearest of the names or else the hint. */
  unknownKey(problem: string, names: readonly string[] = [], hint = ''): QueryError {
    const key = String(this.#key);
    const message = `\`${shorten(key)}\` ${problem}${didYouMean(key, names) || hint}`;
    return new QueryError((this.#parent ?? this).path, message, this.value);
  }

  /** The enumerable members of a plain object. Each is read once, so that it is sent as checked. */
  members(expected: string): [key: string, member: QueryNode][] {
    if (!isPlainObject(this.value)) {
      throw this.typeError(expected, this.#spreadAdvice());
    }
    const copy = { ...this.value }; // of what is enumerable
    const entries = Object.entries(copy);
    this.#enter(entries.length);
    const [symbol] = Object.getOwnPropertySymbols(copy);
    if (symbol) throw this.error(`expected string keys, got ${shorten(String(symbol))}.`);
    return entries.map(([key, value]) => [key, new QueryNode(key, value, this)]);
  }

  /** A spread loses what an instance inherits, such as getters: the rest may match every row. */
  #spreadAdvice(): string {
    const { value } = this;
    if (describe(value) !== 'an instance of a class') return '';
    const isWhole = Object.keys(Object(value)).length > 0 && !inheritsValues(Object(value));
    return isWhole ? ' Spread it: { ...value }.' : ' Pass an object literal with its values.';
  }

  /** A copy of a plain object, made of what `parse` returns for each member that has a result. */
  copyMembers(
    expected: string,
    parse: (key: string, member: QueryNode) => JsonValue | undefined,
  ): JsonObject {
    const copy: JsonObject = {};
    // A loop, because each function that a deep filter nests needs a part of the stack.
    for (const [key, member] of this.members(expected)) {
      const value = parse(key, member);
      if (value !== undefined) setMember(copy, key, value);
    }
    return copy;
  }

  /** What `parse` returns for each item of an array, see {@link members}. */
  mapItems<Result>(expected: string, parse: (item: QueryNode) => Result): Result[] {
    if (!Array.isArray(this.value)) throw this.typeError(expected);
    this.#enter(this.value.length);
    const results: Result[] = [];
    // A loop, see `copyMembers`. In one pass, because an `in` may have thousands of items.
    for (const item of this.value) results.push(parse(new QueryNode(results.length, item, this)));
    return results;
  }

  /** Counts the characters of a text that is copied. */
  addText(text: string): void {
    this.context.characters += text.length;
    if (this.context.characters > MAX_CHARACTERS) throw this.#root.error(TOO_MANY);
  }

  #enter(values: number): void {
    const { context } = this;
    context.values += values;
    context.objects++;
    if (this.#levels < 1) throw this.#circular() ?? this.#root.error(TOO_DEEP);
    if (context.values > MAX_VALUES || context.objects > MAX_OBJECTS)
      throw this.#root.error(TOO_MANY);
  }

  get #root(): QueryNode {
    return this.#parent ? this.#parent.#root : this;
  }

  #circular(): QueryError | undefined {
    let outermost: QueryNode | undefined; // with the same value
    for (let node = this.#parent; node; node = node.#parent)
      if (node.value === this.value) outermost = node;
    return outermost?.error('is circular and cannot be sent.');
  }
}

/** Whether the prototypes of an object, up to that of all objects, have values or getters. */
function inheritsValues(object: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(object);
  if (prototype === null || Object.hasOwn(prototype, 'isPrototypeOf')) return false;
  const members = Object.values(Object.getOwnPropertyDescriptors(prototype));
  return members.some(({ get, enumerable }) => get || enumerable) || inheritsValues(prototype);
}
