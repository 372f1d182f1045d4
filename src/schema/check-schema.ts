import { ConfigurationError } from '../errors.js';
import {
  checkOptions,
  flag,
  isNonEmptyString,
  type OptionCheck,
  oneOf,
} from '../messages/check-options.js';
import { describe, memberPath } from '../messages/describe.js';
import { nearestName } from '../messages/did-you-mean.js';
import { isPlainObject, isWellFormed, own } from '../values/plain-object.js';
import type { Field, FieldKind } from './field.js';
import { comparators, traits } from './kinds.js';
import { notInSchema, type Resources } from './lookup.js';
import type { Relation } from './relation.js';
import type { Resource, ResourceDefinition, ResourceExtension } from './resource.js';

/** Segments that need no encoding, and that a URL parser does not resolve as it resolves `..`. */
const PATH = /^(?:\/[\w~-][\w.~-]*)+\/?$/;

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

const fieldName: OptionCheck = [isNonEmptyString, 'the name of a field'];
const unavailable: OptionCheck = [
  (value) => value === false,
  'left out: many() has only `foreignKey`',
];
const jsonFormat: OptionCheck = oneOf(['object', 'array']);
const noFormat: OptionCheck = [() => false, 'left out'];
const oneChecks = { foreignKey: fieldName, nullable: flag, filterable: flag };
const manyChecks = { foreignKey: fieldName, nullable: unavailable, filterable: unavailable };

/** Resources as written in `defineSchema` or `extendSchema`. */
export type Definitions = { readonly [name: string]: ResourceExtension };

/** Checks the definition of each resource by itself. */
export function checkDefinitions(source: string, definitions: unknown): void {
  if (!isPlainObject(definitions))
    fail(source, `expected an object of resources, got ${describe(definitions)}.`);
  for (const [name, definition] of Object.entries(definitions)) {
    const path = `${source}: ${memberPath('', name)}`;
    if (!isUsable(name)) fail(path, UNUSABLE);
    const [misplaced] =
      Object.entries(Object(definition)).find(
        ([key, member]) => !Object.hasOwn(resourceChecks, key) && isKind(Object(member).kind),
      ) ?? [];
    if (misplaced) fail(path, `\`${misplaced}\` is a field. Move it into \`fields\`.`);
    checkOptions(path, definition, resourceChecks);
  }
}

/**
 * Checks a schema as a whole.
 *
 * @param definitions - The resources as they were written, without the defaults.
 */
export function checkSchema(source: string, schema: Resources, definitions: Definitions = {}) {
  const paths = new Map<string | undefined, string>();
  for (const [name, { path, operations, fields, relations }] of Object.entries(schema)) {
    const resource = `${source}: ${name}`;
    const defined = own(definitions, name);
    if (path === undefined && operations.length > 0)
      fail(resource, '`operations` require a `path`.');
    const bare = path?.replace(/\/$/, ''); // a proxy accepts both
    const twin = paths.get(bare);
    if (path?.startsWith('/v1/'))
      fail(`${resource}.path`, `every path has the version /v1. Write '${path.slice(3)}'.`);
    if (path !== undefined && twin !== undefined)
      fail(`${resource}.path`, `\`${path}\` is already the path of ${twin}.`);
    paths.set(bare, name);
    if (defined?.path !== undefined && operations.length === 0)
      fail(
        resource,
        "`path` requires `operations`. Add `operations: ['get', 'list']`, or one of them.",
      );
    checkFields(`${resource}.fields`, fields);
    const { kind = 'uuid' } = fields.id ?? {};
    if (operations.length > 0 && kind !== 'uuid' && !traits[kind].isText)
      fail(`${resource}.fields.id`, 'must be text in lists. Declare it as uuid() or string().');
    checkRelations(`${resource}.relations`, { fields, relations }, schema, defined?.relations);
  }
}

function checkRelations(
  path: string,
  { fields, relations }: Pick<Resource, 'fields' | 'relations'>,
  schema: Resources,
  written: object = {},
): void {
  for (const [key, relation] of Object.entries<Partial<Relation> | undefined>(relations)) {
    const at = memberPath(path, key);
    checkName(at, key);
    if (Object.hasOwn(fields, key)) fail(at, 'a field has the same name. Rename one of them.');
    if (typeof relation?.target !== 'string')
      fail(at, `expected a relation created by one() or many(), got ${describe(relation)}.`);
    if (!Object.hasOwn(schema, relation.target)) fail(at, notInSchema(relation.target, schema));
    const { target: _, cardinality, ...options } = relation;
    checkOptions(at, options, cardinality === 'one' ? oneChecks : manyChecks);
    if (options.foreignKey === undefined) fail(at, '`foreignKey` is missing.');
    const owner = cardinality === 'one' ? fields : schema[relation.target]?.fields;
    // Of an inherited relation, a field that is added may have a similar name.
    if (Object.hasOwn(written, key))
      checkForeignKey(at, options.foreignKey, Object.keys(owner ?? {}));
  }
}

/** A foreign key need not be declared, but two edits from a field it is a misspelled one. */
function checkForeignKey(path: string, name: string, fields: readonly string[]): void {
  const near = nearestName(name, fields, Math.min(2.5, name.length / 3));
  if (near !== undefined && !fields.includes(name))
    fail(
      path,
      `the foreign key \`${name}\` is not a field. Did you mean \`${near}\`? ` +
        `If not, add \`${name}\` to the fields.`,
    );
}

function checkFields(path: string, fields: Resource['fields']): void {
  if (!Object.hasOwn(fields, 'id')) fail(path, '`id` is missing. Add `id: uuid()`.');
  for (const [name, field] of Object.entries<Partial<Field> | undefined>(fields)) {
    const at = memberPath(path, name);
    checkName(at, name);
    if (!isKind(field?.kind))
      fail(at, `expected a field such as string() or decimal(), got ${describe(field)}.`);
    const { kind, nullable: _, computed: __, values = [], compute: ___, ...options } = field;
    checkBuilderArguments(at, kind, values);
    checkOptions(at, options, { format: kind === 'json' ? jsonFormat : noFormat });
  }
  if (fields.id?.nullable || fields.id?.computed)
    fail(`${path}.id`, 'cannot be nullable or computed.');
}

/** The values of a field are the arguments of its builder, which accepts any in JavaScript. */
function checkBuilderArguments(path: string, kind: FieldKind, values: readonly unknown[]): void {
  const takesText = kind === 'string' || kind === 'enumeration';
  const wrong = values.filter((value) => !takesText || typeof value !== 'string');
  if (wrong.length === 0) return;
  const expected = takesText ? 'only text as arguments' : 'no argument';
  const isOptions = isPlainObject(wrong[0]) && 'nullable' in wrong[0];
  const call = takesText ? `${kind}('a', 'b')` : `${kind}()`;
  const fix = isOptions ? `nullable(${kind}())` : call;
  fail(path, `${kind}() has ${expected}, got ${describe(wrong[0])}. Write ${fix}.`);
}

const isKind = (kind: unknown): kind is FieldKind =>
  typeof kind === 'string' && Object.hasOwn(comparators, kind);

/**
 * Whether anything can have a name: `order_by` separates with commas and colons, an object moves
 * integers before its other properties, and a URL cannot contain half a character.
 */
const isUsable = (name: string): boolean =>
  !/^$|[,:]|^\d+$/.test(name) && name !== '__proto__' && isWellFormed(name);

const UNUSABLE = 'this name cannot be used in a query. Use letters, digits and underscores.';

/** Why no field and no relation can have a name; `undefined` if one can. */
export function nameProblem(name: string): string | undefined {
  if (!isUsable(name)) return UNUSABLE;
  if (/^(AND|OR|where|include)$/.test(name))
    return 'this name is reserved for queries. Choose another name.';
  return undefined;
}

function checkName(path: string, name: string): void {
  const problem = nameProblem(name);
  if (problem !== undefined) fail(path, problem);
}

function fail(path: string, problem: string): never {
  throw new ConfigurationError(problem, path);
}
