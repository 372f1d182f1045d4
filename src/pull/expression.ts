import {
  boolean,
  computed,
  date,
  decimal,
  enumeration,
  integer,
  json,
  nullable,
  number,
  string,
  uuid,
} from '../schema/field.js';
import { many, one } from '../schema/relation.js';
import { setMember } from '../values/plain-object.js';

/** The functions that a written module may call, by the name that it imports. */
const builders = {
  boolean,
  computed,
  date,
  decimal,
  enumeration,
  integer,
  json,
  many,
  nullable,
  number,
  one,
  string,
  uuid,
} as const;

/** The name of a function that a written module may call. */
type Builder = keyof typeof builders;

/**
 * Code of the written module as data. It is printed into the file and evaluated for the check of the rows,
 * so that the file and the schema that was checked cannot differ.
 */
export type Expression =
  | { readonly type: 'constant'; readonly value: string | number | boolean | null }
  | { readonly type: 'array'; readonly items: readonly Expression[] }
  | { readonly type: 'call'; readonly builder: Builder; readonly args: readonly Expression[] }
  /** A function without parameters. */
  | { readonly type: 'function'; readonly result: Expression }
  | ObjectExpression;

/** An object literal. */
export interface ObjectExpression {
  readonly type: 'object';
  readonly members: readonly Member[];
  /** Whether it is written on one line if it fits. */
  readonly isInline: boolean;
}

/** A member of an object literal. */
export interface Member {
  readonly name: string;
  readonly value: Expression;
  /** Written above the member. One line. */
  readonly comment?: string | undefined;
}

export const constant = (value: string | number | boolean | null): Expression => ({
  type: 'constant',
  value,
});

export const call = (builder: Builder, ...args: readonly Expression[]): Expression => ({
  type: 'call',
  builder,
  args,
});

/** An object literal that is written on one line if it fits. */
export const inlineObject = (members: Readonly<Record<string, Expression>>): ObjectExpression => ({
  type: 'object',
  members: Object.entries(members).map(([name, value]) => ({ name, value })),
  isInline: true,
});

/** An object literal with each member on its own line. */
export const blockObject = (members: readonly Member[]): ObjectExpression => ({
  type: 'object',
  members,
  isInline: false,
});

/** The value of an expression. */
export function evaluate(expression: Expression): unknown {
  switch (expression.type) {
    case 'constant':
      return expression.value;
    case 'array':
      return expression.items.map(evaluate);
    case 'function':
      return () => evaluate(expression.result);
    case 'call': {
      // `infer-field.ts` and `infer-relation.ts` write arguments that fit the builder.
      const builder = builders[expression.builder] as (...args: readonly unknown[]) => unknown;
      return builder(...expression.args.map(evaluate));
    }
    case 'object': {
      const object: Record<string, unknown> = {};
      for (const { name, value } of expression.members) setMember(object, name, evaluate(value));
      return object;
    }
  }
}

/** The builders that an expression calls. */
export function buildersOf(expression: Expression): Builder[] {
  switch (expression.type) {
    case 'constant':
      return [];
    case 'array':
      return expression.items.flatMap(buildersOf);
    case 'function':
      return buildersOf(expression.result);
    case 'call':
      return [expression.builder, ...expression.args.flatMap(buildersOf)];
    case 'object':
      return expression.members.flatMap(({ value }) => buildersOf(value));
  }
}
