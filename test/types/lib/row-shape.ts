import type ts from 'typescript';
import type { SelectionNode } from '../../../src/query/include.js';
import { type Resources, resourceOf } from '../../../src/schema/lookup.js';
import type { TypeScript } from './compiler.js';

/** What can be said of the rows at one place: their keys, and of each key what comes. */
export type RowShape = Map<string, KeyShape>;

export interface KeyShape {
  /** Whether it may be missing. */
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  /** What comes inside a relation. */
  readonly inside?: { readonly isMany: boolean; readonly shape: RowShape };
}

/** The shape of a row type; the shapes of a union become one. */
export function shapeOfType(
  typescript: TypeScript,
  checker: ts.TypeChecker,
  type: ts.Type,
): RowShape {
  const arms = type.isUnion() ? type.types : [type];
  return merge(
    arms.map(
      (arm) =>
        new Map(
          checker.getPropertiesOfType(arm).map((property) => {
            const isOptional = (property.flags & typescript.SymbolFlags.Optional) !== 0;
            return [
              property.name,
              shapeOfKey(typescript, checker, checker.getTypeOfSymbol(property), isOptional),
            ];
          }),
        ),
    ),
  );
}

function shapeOfKey(
  typescript: TypeScript,
  checker: ts.TypeChecker,
  type: ts.Type,
  isOptional: boolean,
): KeyShape {
  const arms = type.isUnion() ? type.types : [type];
  const isNullable = arms.some(({ flags }) => flags & typescript.TypeFlags.Null);
  const rows = arms.flatMap((arm) => {
    const element = checker.isArrayType(arm)
      ? checker.getTypeArguments(arm as ts.TypeReference)[0]
      : arm; // it is one
    return element ? (element.isUnion() ? element.types : [element]) : [];
  });
  const related = rows.filter((row) => row.getProperty('id'));
  if (related.length === 0) return { isOptional, isNullable };
  const shape = merge(related.map((row) => shapeOfType(typescript, checker, row)));
  return {
    isOptional,
    isNullable,
    inside: { isMany: arms.some((arm) => checker.isArrayType(arm)), shape },
  };
}

/** The shape of what a checked include brings. */
export function shapeOfSelection(
  schema: Resources,
  { resource, fields, relations }: SelectionNode,
): RowShape {
  const shape: RowShape = new Map();
  for (const field of fields) {
    const isNullable = resourceOf(schema, resource).fields[field]?.nullable ?? false;
    shape.set(field, { isOptional: false, isNullable });
  }
  for (const { name, relation, selection, where } of relations) {
    const isMany = relation.cardinality === 'many';
    const isNullable = !isMany && (relation.nullable || where !== undefined);
    shape.set(name, {
      isOptional: false,
      isNullable,
      inside: { isMany, shape: shapeOfSelection(schema, selection) },
    });
  }
  return shape;
}

/** One shape for rows that are of several: what some lack is optional. */
export function merge(shapes: readonly RowShape[]): RowShape {
  const merged: RowShape = new Map();
  for (const key of new Set(shapes.flatMap((shape) => [...shape.keys()]))) {
    const found = shapes.flatMap((shape) => shape.get(key) ?? []);
    const inside = found.flatMap((one) => one.inside ?? []);
    const [first] = inside;
    merged.set(key, {
      isOptional: found.length < shapes.length || found.some(({ isOptional }) => isOptional),
      isNullable: found.some(({ isNullable }) => isNullable),
      ...(first && {
        inside: { isMany: first.isMany, shape: merge(inside.map(({ shape }) => shape)) },
      }),
    });
  }
  return merged;
}

/** A shape as text, keys in order: `{ id, name?, unit|null: { id }, balances: [{ id }] }`. */
export function printShape(shape: RowShape): string {
  const keys = [...shape].sort(([one], [two]) => (one < two ? -1 : 1));
  const printed = keys.map(([key, { isOptional, isNullable, inside }]) => {
    const name = `${key}${isOptional ? '?' : ''}${isNullable ? '|null' : ''}`;
    if (!inside) return name;
    return `${name}: ${inside.isMany ? `[${printShape(inside.shape)}]` : printShape(inside.shape)}`;
  });
  return `{ ${printed.join(', ')} }`;
}

/** What of a row is not of a shape, by path; nothing where it fits. */
export function misfits(row: unknown, shape: RowShape, path = 'row'): string[] {
  if (typeof row !== 'object' || row === null) return [`${path} is no row`];
  const members = new Map<string, unknown>(Object.entries(row));
  const unexpected = [...members.keys()]
    .filter((key) => !shape.has(key))
    .map((key) => `${path}.${key} is unexpected`);
  const wrong = [...shape].flatMap(([key, keyShape]) => {
    if (!members.has(key)) return keyShape.isOptional ? [] : [`${path}.${key} is missing`];
    return misfitsAt(members.get(key), keyShape, `${path}.${key}`);
  });
  return [...unexpected, ...wrong];
}

function misfitsAt(value: unknown, { isNullable, inside }: KeyShape, path: string): string[] {
  if (value === null) return isNullable ? [] : [`${path} is null`];
  if (!inside) return [];
  if (Array.isArray(value) !== inside.isMany)
    return [`${path} is ${inside.isMany ? 'no' : 'a'} list`];
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  return rows.flatMap((row, index) => misfits(row, inside.shape, `${path}[${index}]`));
}
