import { inferField } from '../connect/infer/infer-field.js';
import { isUsableName } from '../connect/sample/conventional-names.js';
import { resolveDialect } from '../dialect/resolve-dialect.js';
import { Store } from '../mock/rows/store.js';
import { extendSchema } from '../schema/define-schema.js';
import { type Field, json, nullable, string } from '../schema/field.js';
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
    for (const name of [...present].filter((one) => !known.includes(one))) {
      const field = fieldOf(name, found, subject);
      extension[resource] ??= { fields: {} };
      setMember(extension[resource].fields, name, field);
      const near = nearestName(name, known);
      added.push(
        `${resource}.${name}: ${field.nullable ? 'nullable ' : ''}${field.format ?? field.kind}${near ? ` (did you mean \`${near}\`?)` : ''}`,
      );
    }
  }
  return { schema: extendSchema(base, extension) as Resources, added };
}

function fieldOf(name: string, found: readonly FoundRow[], subject: string): Field {
  const given = found.map(({ row }) => row[name] ?? null); // a row that leaves it out has null
  const values = given.filter((value) => value !== null);
  const rows = given.length;
  const nulls = rows - values.length;
  if (values.length === 0) return nullable(string());
  const { declaration, undeclared } = isUsableName(name)
    ? inferField(
        { rows, seen: rows, nulls, values },
        { name, declared: undefined, isComputed: false, values: true, rejected: [] },
      )
    : { undeclared: 'this name cannot be used in a query' };
  if (declaration) return declaration;
  if (isUsableName(name) && values.every(Array.isArray)) {
    const field = json('array');
    return nulls > 0 ? nullable(field) : field;
  }
  const path = found[given.findIndex((value) => value !== null)]?.path;
  throw new UsageError(
    `${subject}: ${path}.${name}: ${undeclared}. Leave it out, or describe it in a schema and pass that with --schema.`,
  );
}

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
