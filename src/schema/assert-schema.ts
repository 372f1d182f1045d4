import { ConfigurationError } from '../errors.js';
import {
  checkOptions,
  isNonEmptyString,
  type OptionCheck,
  type OptionChecks,
} from '../values/check-options.js';
import { describe, isWellFormed, memberPath } from '../values/describe.js';
import { didYouMean } from '../values/did-you-mean.js';
import { isPlainObject } from '../values/plain-object.js';
import type { Field, FieldKind, MockValueOptions } from './field.js';
import { comparators } from './kinds.js';
import type { Relation } from './relation.js';
import type { Resource, ResourceDefinition, ResourceExtension } from './resource.js';
import { notInSchema, type Resources, resourceOf } from './resources.js';

/** Segments that need no encoding, and that a URL parser does not resolve as it resolves `..`. */
const PATH = /^(?:\/[\w~-][\w.~-]*)+$/;

const flag: OptionCheck = [(value) => typeof value === 'boolean', 'true or false'];

const resourceChecks: Readonly<Record<keyof ResourceDefinition, OptionCheck>> = {
  path: [
    (value) => typeof value === 'string' && PATH.test(value),
    'a path such as /payment-plans, of letters, digits and `-._~`',
  ],
  operations: [
    (value) => Array.isArray(value) && value.every((item) => item === 'get' || item === 'list'),
    "an array of 'get' and 'list'",
  ],
  fields: [isPlainObject, 'an object of fields'],
  relations: [isPlainObject, 'an object of relations'],
  incomplete: flag,
};

const foreignKey: OptionCheck = [isNonEmptyString, 'the name of a field'];
const unavailable: OptionCheck = [
  (value) => value === false,
  'left out: many() has only `foreignKey`',
];
const oneChecks = { foreignKey, nullable: flag, filterable: flag };
const manyChecks = { foreignKey, nullable: unavailable, filterable: unavailable };

const mockValueChecks = {
  follows: foreignKey,
  references: [isNonEmptyString, 'the name of a resource'],
} satisfies OptionChecks;

const formats: { readonly [Kind in FieldKind]?: MockValueOptions['format'] } = {
  date: 'microseconds',
  json: 'array',
};

/** Checks the definition of each resource by itself. */
export function assertDefinitions(source: string, definitions: unknown): void {
  if (!isPlainObject(definitions)) fail(source, 'expected an object of resources', definitions);
  for (const [name, definition] of Object.entries(definitions)) {
    const path = memberPath('', name).replace(/^\./, '');
    assertName(`${source}: ${path}`, name);
    for (const [key, value] of Object.entries(isPlainObject(definition) ? definition : {}))
      if (
        isPlainObject(value) &&
        typeof value.kind === 'string' &&
        !Object.hasOwn(resourceChecks, key)
      )
        fail(`${source}: ${path}`, `\`${key}\` is a field. Move it into \`fields\`.`);
    checkOptions(`${source}: ${path}`, definition, resourceChecks);
  }
}

export function assertSchema(source: string, schema: Resources): void {
  const paths = new Map<string, string>();
  for (const [name, { path, operations, fields, relations }] of Object.entries(schema)) {
    const resource = `${source}: ${name}`;
    if (path === undefined && operations.length > 0)
      fail(resource, '`operations` require a `path`.');
    const twin = path === undefined ? undefined : paths.get(path);
    if (twin !== undefined) fail(`${resource}.path`, `\`${path}\` is already the path of ${twin}.`);
    if (path !== undefined) paths.set(path, name);
    assertFields(`${resource}.fields`, fields);
    for (const [key, relation] of Object.entries<Partial<Relation> | undefined>(relations)) {
      const at = memberPath(`${resource}.relations`, key);
      assertName(at, key);
      if (Object.hasOwn(fields, key)) fail(at, 'a field has the same name. Rename one of them.');
      if (typeof relation?.target !== 'string')
        fail(at, 'expected a relation created by one() or many()', relation);
      if (!Object.hasOwn(schema, relation.target)) fail(at, notInSchema(relation.target, schema));
      const { target: _, cardinality, ...options } = relation;
      checkOptions(at, options, cardinality === 'one' ? oneChecks : manyChecks);
      if (options.foreignKey === undefined) fail(at, '`foreignKey` is missing.');
    }
  }
}

/**
 * Checks what definitions say about other fields and resources. Not part of `assertSchema`, because
 * a part of a schema may lack them.
 */
export function assertReferences(
  source: string,
  schema: Resources,
  definitions: { readonly [name: string]: ResourceExtension },
): void {
  for (const [name, { path, fields: added = {} }] of Object.entries(definitions)) {
    const { fields, operations } = resourceOf(schema, name);
    if (path !== undefined && operations.length === 0)
      fail(
        `${source}: ${name}`,
        "`path` requires `operations`. Add `operations: ['get', 'list']`, or one of them.",
      );
    const decimals = Object.keys(fields).filter(
      (key) => fields[key]?.kind === 'decimal' && fields[key].follows === undefined,
    );
    for (const [key, field] of Object.entries(added)) {
      const at = memberPath(`${source}: ${name}.fields`, key);
      const { follows, references } = field ?? {};
      const followed = follows?.replace(/^-/, '');
      if (followed !== undefined && !decimals.includes(followed))
        fail(
          at,
          `\`follows\` must name a decimal field that follows no other.${didYouMean(followed, decimals)}`,
        );
      if (references && !Object.hasOwn(schema, references))
        fail(at, `\`references\`: ${notInSchema(references, schema)}`);
    }
  }
}

function assertFields(path: string, fields: Resource['fields'] | undefined): void {
  if (!fields || !Object.hasOwn(fields, 'id')) fail(path, '`id` is missing. Add `id: uuid()`.');
  for (const [name, field] of Object.entries<Partial<Field> | undefined>(fields)) {
    const at = memberPath(path, name);
    assertName(at, name);
    if (!isKind(field?.kind)) fail(at, 'expected a field such as string() or decimal()', field);
    const { kind, nullable: _, computed: __, values: ___, compute: ____, ...options } = field;
    const format = formats[kind];
    checkOptions(at, options, {
      ...mockValueChecks,
      format: [(value) => value === format, format ? `'${format}'` : 'left out'],
    });
  }
  if (fields.id?.nullable || fields.id?.computed)
    fail(`${path}.id`, 'cannot be nullable or computed.');
}

const isKind = (kind: unknown): kind is FieldKind => Object.hasOwn(comparators, `${kind}`);

/**
 * Why no field, relation or resource can have a name; `undefined` if one can. `order_by` separates
 * with commas and colons, an object moves integers before its other properties, and a URL cannot
 * contain half a character.
 */
export function nameProblem(name: string): string | undefined {
  if (/^$|[,:]|^\d+$/.test(name) || name === '__proto__' || !isWellFormed(name))
    return 'this name cannot be used in a query. Use letters, digits and underscores.';
  if (/^(AND|OR|where|include)$/.test(name))
    return 'this name is reserved for queries. Choose another name.';
  return undefined;
}

function assertName(path: string, name: string): void {
  const problem = nameProblem(name);
  if (problem !== undefined) fail(path, problem);
}

function fail(path: string, problem: string, ...given: unknown[]): never {
  const got = given.map((value) => `, got ${describe(value)}.`);
  throw new ConfigurationError(`${path}: ${problem}${got}`);
}
