import { inferSchema } from '../connect/infer/infer-schema.js';
import { resolveDialect } from '../dialect/resolve-dialect.js';
import { Store } from '../mock/rows/store.js';
import { extendSchema } from '../schema/define-schema.js';
import { type Field, json, nullable, stored, string } from '../schema/field.js';
import { paymentsSchema } from '../schema/payments-schema.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { nearestName } from '../values/did-you-mean.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import { UsageError } from './command.js';
import type { Rows } from './create-mock-of.js';

/** A row of the file, also of a relation, and its path, such as `accounts[0].balances[1]`. */
interface FoundRow {
  readonly resource: string;
  readonly path: string;
  readonly row: { readonly [name: string]: unknown };
}

/**
 * Infers the fields of rows that the payments schema lacks, as `connect` does.
 *
 * @param given - The content of the file. What is not a row is ignored; `createMock` rejects it.
 * @param subject - The start of a message.
 * @returns The schema, and what was added to it, such as `accounts.score: nullable integer`.
 * @throws UsageError that names the row, for a value that no kind of field fits.
 */
export function inferFields(given: Rows, subject: string) {
  const base: Resources = { ...paymentsSchema };
  const store = new Store(base, resolveDialect('mock'));
  const added: string[] = [];
  const extension: Record<string, { readonly fields: Record<string, Field> }> = {};
  const rows = collectRows(given, base);
  for (const [resource, { fields, relations }] of Object.entries(base)) {
    const found = rows.filter((row) => row.resource === resource);
    const known = [...store.table(resource).columns.keys(), ...Object.keys({ ...fields, ...relations })];
    const present = new Set(found.flatMap(({ row }) => Object.keys(row)));
    const names = [...present].filter((name) => !known.includes(name));
    if (names.length === 0) continue;
    const reading = readingOf(resource, found, names);
    const inferred = inferSchema(base, [reading], { values: true, rejectedValues: new Map() });
    extension[resource] = { fields: {} };
    for (const name of names) {
      const first = found.find(({ row }) => row[name] !== undefined && row[name] !== null);
      const field = first
        ? (own(resourceOf(inferred.schema, resource).fields, name) ?? arrayField(found, name))
        : nullable(string());
      const problem = inferred.undeclared.find(({ path }) => path[0] === resource && path[1] === name);
      if (!field)
        throw new UsageError(
          `${subject}: ${first?.path}.${name}: ${problem?.text ?? 'no kind of field fits its values'}. Leave it out, or describe it in a schema and pass that with --schema.`,
        );
      setMember(extension[resource].fields, name, field);
      const near = nearestName(name, known);
      added.push(
        `${resource}.${name}: ${field.nullable ? 'nullable ' : ''}${field.format ?? field.kind}${near ? ` (did you mean \`${near}\`?)` : ''}`,
      );
    }
  }
  return { schema: extendSchema(base, extension) as Resources, added };
}

/** The field of arrays of plain values, which `connect` does not declare: a service may not be able to filter them. */
function arrayField(found: readonly FoundRow[], name: string): Field | undefined {
  const values = found.map(({ row }) => row[name] ?? null);
  const isPlain = (item: unknown) => typeof item !== 'object' || item === null;
  if (!values.every((value) => value === null || (Array.isArray(value) && value.every(isPlain))))
    return undefined;
  const field = stored(json(), { format: 'array' });
  return values.includes(null) ? nullable(field) : field;
}

/** What `connect` would have read: the new fields only. A row that leaves one out has null. */
const readingOf = (name: string, found: readonly FoundRow[], names: readonly string[]) => ({
  name,
  path: `/${name}`,
  rows: new Map(
    found.map(({ row }, index) => [
      String(index),
      { id: String(index), ...Object.fromEntries(names.map((one) => [one, row[one] ?? null])) },
    ]),
  ),
  isComplete: true,
  included: new Map(),
  treatments: new Map(),
  hasGet: false,
});

/** The rows of the file, with those that relations contain. */
function collectRows(given: Rows, schema: Resources): readonly FoundRow[] {
  const found: FoundRow[] = [];
  const collect = (resource: string, path: string, content: unknown): void => {
    const isList = Array.isArray(content);
    for (const [index, row] of (isList ? content : [content]).entries()) {
      if (!isPlainObject(row)) continue;
      const at = isList ? `${path}[${index}]` : path;
      found.push({ resource, path: at, row });
      for (const [name, { target }] of Object.entries(resourceOf(schema, resource).relations))
        collect(target, `${at}.${name}`, row[name]);
    }
  };
  for (const resource of Object.keys(schema)) collect(resource, resource, own(given, resource));
  return found;
}
