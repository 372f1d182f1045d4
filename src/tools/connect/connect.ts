import { createHash } from 'node:crypto';
import type { Dialect } from '../../dialect.js';
import type { Field } from '../../schema/field.js';
import type { Resources } from '../../schema/lookup.js';
import type { Relation } from '../../schema/relation.js';
import type { Resource } from '../../schema/resource.js';
import { own } from '../../values/plain-object.js';
import { askClaims } from './claims.js';
import { askComparators } from './comparators.js';
import { type Form, findForm, findUnlisted } from './form.js';
import { askMeaning, type Meaning } from './members.js';
import type { Claims, Note } from './notes.js';
import type { ReadList } from './relations.js';
import { Column, columnsOf, readAll } from './rows.js';
import { type InferredSchema, inferSchema } from './schema.js';
import type { Service } from './service.js';

export interface Connected extends InferredSchema {
  readonly dialect: Dialect;
  readonly form: Form;
  readonly lists: readonly ReadList[];
  /** The fields that were asked about. Those that are checked may not have been returned. */
  readonly columns: readonly Column[];
  readonly claims: Claims;
  readonly meaning: Meaning;
  /** What was asked and could not be proven. */
  readonly doubts: readonly Note[];
}

/** A module that `connect` wrote, or that has the same exports. */
export interface ConnectedModule {
  readonly schema: Resources;
  readonly dialect: Dialect;
  /** Such as `decimal gte`, or `accounts.balances`. */
  readonly proven: readonly string[];
  /** Hashes of rows. */
  readonly workspace: readonly string[];
}

/**
 * Finds out the schema and the dialect of a service.
 *
 * @param base - The schema that is extended, or checked.
 * @param paths - Further resources by name.
 * @param said - Of a module that is checked: only its fields and its proven relations are asked
 * about.
 * @throws StoppedError if no list can be read.
 */
export async function connect(
  service: Service,
  base: Resources,
  paths: ReadonlyMap<string, string>,
  said?: Pick<ConnectedModule, 'dialect' | 'proven'>,
): Promise<Connected> {
  const form = await findForm(service, base, said?.dialect ?? {}, paths);
  const { lists, inferred } = await readLists(service, base, form);
  await service.begin('asking about fields');
  const columns = columnsOf(service, said ? base : inferred.schema, lists);
  const returned = columns.filter(({ evidence }) => evidence.seen > 0);
  const relations = inferred.relations.filter(({ topic }) => said?.proven.includes(topic) ?? true);
  const found = await askClaims(service, returned, relations, said !== undefined);
  await service.begin('asking about filters');
  const claimed = returned.map(({ list, name, topic, field }) => {
    return new Column(service, list, name, found.get(topic)?.field ?? field);
  });
  const truths = await askComparators(claimed);
  const meaning = await askMeaning(claimed, truths);
  await service.begin('');
  const claims = new Map([...found, ...truths]);
  const schema = applyClaims(inferred.schema, claims);
  const dialect = { ...form.dialect, ...meaning.dialect };
  const doubts: Note[] = [
    ...form.notes,
    ...[...claims].flatMap(([topic, claim]) => claim.doubts.map((text) => ({ topic, text }))),
    ...meaning.remarks,
    ...service.undetermined,
  ];
  return { ...inferred, schema, dialect, form, lists, columns, claims, meaning, doubts };
}

/** Reads all lists, until no relation leads to a resource with a list that was not read. */
async function readLists(service: Service, base: Resources, { lists: first, missing }: Form) {
  let all = first;
  const tried = new Set(Object.keys(base));
  for (;;) {
    const lists = await readAll(service, base, all);
    const inferred = inferSchema(base, lists, missing);
    const names = Object.keys(inferred.schema).filter((name) => !tried.has(name));
    for (const name of names) tried.add(name);
    const unlisted = names.filter((name) => own(inferred.schema, name)?.path === undefined);
    const further = await findUnlisted(service, inferred.schema, unlisted, all);
    if (further.length === 0) return { lists, inferred };
    all = [...all, ...further];
  }
}

/** The schema with what the service said of fields, and with relations that follow from it. */
function applyClaims(schema: Resources, claims: Claims): Resources {
  const apply = ([name, resource]: [string, Resource]): [string, Resource] => {
    const claimOf = (key: string) => claims.get(`${name}.${key}`);
    const fields: Record<string, Field> = Object.fromEntries(
      Object.entries(resource.fields).map(([key, field]) => [key, claimOf(key)?.field ?? field]),
    );
    const applyTo = ([key, relation]: [string, Relation]): [string, Relation] => {
      if (relation.cardinality === 'many') return [key, relation];
      const nullable = relation.nullable || (own(fields, relation.foreignKey)?.nullable ?? false);
      return [key, { ...relation, nullable, filterable: claimOf(key)?.proven.length === 1 }];
    };
    const relations = Object.fromEntries(Object.entries(resource.relations).map(applyTo));
    return [name, { ...resource, fields, relations }];
  };
  return Object.fromEntries(Object.entries(schema).map(apply));
}

/** Hashes of a few rows of each list, by which a workspace is recognized. */
export const fingerprintOf = (lists: readonly ReadList[]): string[] =>
  lists.flatMap(({ rows }) => [...rows.values()].slice(0, 3).map(hashOf));

/** Seven digits are enough to recognize a row, and too few to find out its id. */
const hashOf = (row: { readonly [name: string]: unknown }): string =>
  createHash('sha256').update(`${row.id} ${row.created_at}`).digest('hex').slice(0, 7);

/** Whether most of the rows of a fingerprint were read again: some may be deleted meanwhile. */
export function isSameWorkspace(fingerprint: readonly string[], lists: readonly ReadList[]) {
  const present = new Set(lists.flatMap(({ rows }) => [...rows.values()].map(hashOf)));
  const found = fingerprint.filter((hash) => present.has(hash));
  return found.length > 0 && found.length * 2 >= fingerprint.length;
}
