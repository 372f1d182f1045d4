import type { Dialect } from '../../dialect.js';
import type { Field } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { Resource } from '../../schema/resource.js';
import type { Resources } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { askClaims, type Claims } from './claims.js';
import { askComparators, type ComparatorTruth } from './comparators.js';
import { type Form, findForm } from './form.js';
import { askMeaning, type Meaning } from './members.js';
import type { Note } from './notes.js';
import { type Reading, readResource } from './rows.js';
import { type InferredSchema, inferSchema } from './schema.js';
import type { Service } from './service.js';
import { fingerprintOf } from './workspace.js';

/** What was found out about a service. */
export interface Connected {
  readonly schema: Resources;
  readonly dialect: Dialect;
  readonly form: Form;
  readonly readings: readonly Reading[];
  readonly inferred: InferredSchema;
  readonly claims: Claims;
  readonly truths: readonly ComparatorTruth[];
  readonly meaning: Meaning;
  readonly workspace: readonly string[];
}

export type OnPhase = (phase: string) => void;

/**
 * Finds out the schema and the dialect of a service.
 *
 * @param base - The schema that is extended.
 * @param paths - Further resources by name.
 * @throws StoppedError if no list can be read.
 */
export async function connect(
  service: Service,
  base: Resources,
  paths: ReadonlyMap<string, string>,
  onPhase: OnPhase,
): Promise<Connected> {
  onPhase('finding parameters');
  const form = await findForm(service, base, {}, paths);
  onPhase('reading rows');
  const readings = await readAll(service, base, form);
  const inferred = inferSchema(base, readings);
  onPhase('asking about fields');
  const claims = await askClaims(service, inferred.schema, readings, inferred.relations);
  const schema = applyClaims(inferred.schema, claims);
  onPhase('asking about filters');
  const truths = await askComparators(service, schema, readings);
  const meaning = await askMeaning(service, schema, readings, truths);
  const dialect = { ...form.dialect, ...meaning.dialect };
  const workspace = fingerprintOf(readings);
  return { schema, dialect, form, readings, inferred, claims, truths, meaning, workspace };
}

/** Reads the rows of every list, in the order of the lists. */
export const readAll = (
  service: Service,
  schema: Resources,
  { lists }: Pick<Form, 'lists'>,
): Promise<Reading[]> =>
  Promise.all(lists.map((list) => readResource(service, list, own(schema, list.name), lists)));

/** The schema with the fields that the service was asked about, and relations that follow from them. */
function applyClaims(schema: Resources, { fields, relations }: Claims): Resources {
  return Object.fromEntries(
    Object.entries(schema).map(([name, resource]): [string, Resource] => {
      const asked = <Item>(
        items: { readonly [key: string]: Item },
        of: (key: string, item: Item) => Item,
      ) => Object.fromEntries(Object.entries(items).map(([key, item]) => [key, of(key, item)]));
      const changed = asked<Field>(
        resource.fields,
        (key, field) => fields.get(`${name}.${key}`)?.field ?? field,
      );
      const relationOf = (key: string, relation: Relation): Relation => {
        if (relation.cardinality === 'many') return relation;
        const { isRight: filterable = false } = relations.get(`${name}.${key}`) ?? {};
        const nullable =
          relation.nullable || (own(changed, relation.foreignKey)?.nullable ?? false);
        return { ...relation, nullable, filterable };
      };
      return [
        name,
        { ...resource, fields: changed, relations: asked(resource.relations, relationOf) },
      ];
    }),
  );
}

/** What could not be proven, in the order in which it was asked. */
export function doubtsOf({ form, claims, truths, meaning }: Connected): Note[] {
  const ofFields = [...claims.fields].flatMap(([topic, { doubts }]) =>
    doubts.map((text) => ({ topic, text })),
  );
  const ofRelations = [...claims.relations].flatMap(([topic, { doubt }]) =>
    doubt === undefined ? [] : [{ topic, text: doubt }],
  );
  const ofComparators = truths.flatMap(({ kind, comparator, wrong }) =>
    outcomesOf(wrong).map((text) => ({ topic: `${kind} ${comparator}`, text })),
  );
  return [...form.notes, ...ofFields, ...ofRelations, ...ofComparators, ...meaning.notes];
}

/** What came, with the fields of which it came: such as `status 400 instead of the row on accounts.code`. */
export function outcomesOf(wrong: ComparatorTruth['wrong']): string[] {
  const outcomes = [...new Set(wrong.map(({ outcome }) => outcome))];
  return outcomes.map((outcome) => {
    const topics = wrong.flatMap((found) => (found.outcome === outcome ? [found.topic] : []));
    return `${outcome} on ${topics.join(', ')}`;
  });
}
