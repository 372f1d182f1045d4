import type { Resources } from '../../schema/lookup.js';
import { many, one, type Relation } from '../../schema/relation.js';
import type { Operation } from '../../schema/resource.js';
import { own } from '../../values/plain-object.js';
import { describeEvidence, evidenceOf } from './fields.js';
import { isRow, type JsonRow, type ListRows } from './service.js';

export interface ReadList extends Pick<ListRows, 'name' | 'path'> {
  readonly operations: readonly Operation[];
  /** With their default fields, by id. */
  readonly rows: ReadonlyMap<string, JsonRow>;
  /** Whether the list has no other rows. */
  readonly isWhole: boolean;
  /** The first of them, with every name that the service returns if an include names it. */
  readonly included: ReadonlyMap<string, JsonRow>;
  /** How the service treats each name in an include, if that is known. */
  readonly treatments: ReadonlyMap<string, Treatment>;
}

export type Treatment = 'returned' | 'ignored' | 'rejected';

export interface FoundRelation {
  readonly resource: string;
  readonly path: string;
  readonly name: string;
  /** Such as `accounts.balances`. */
  readonly topic: string;
  /** Each row with a row of the relation. */
  readonly pairs: readonly { readonly parent: JsonRow; readonly related: JsonRow }[];
  readonly isMany: boolean;
  /** In how many rows it is null. */
  readonly nulls: number;
  readonly evidence: string;
  /** `undefined` if the related rows show no target or no foreign key. */
  readonly relation?: Relation;
  /** Why there is none, or why it is not as it was declared. */
  readonly reason?: string;
  /** Whether the rows have it by default, as they have JSON with an `id` in it. */
  readonly isStored: boolean;
}

/** The rows of each resource by id: of its list, or as related rows. */
export type KnownRows = Map<string, Map<string, JsonRow>>;

/**
 * Finds the relations of all resources, the declared ones first: their rows show where the other
 * relations lead. Related rows of resources without a list become known.
 */
export function findRelations(
  base: Resources,
  readings: readonly ReadList[],
  known: KnownRows,
): FoundRelation[] {
  const declaredOf = ({ resource, name }: FoundRelation) =>
    own(own(base, resource)?.relations ?? {}, name);
  const rank = (found: FoundRelation) => (declaredOf(found) ? 0 : 2) + (found.isMany ? 1 : 0);
  return readings
    .flatMap((reading) => collectRelations(base, reading))
    .sort((left, right) => rank(left) - rank(right))
    .map((found) => {
      const declared = declaredOf(found);
      const result = declared ? confirm(declared, found, known) : infer(found, known);
      const { target = '' } = result.relation ?? {};
      const isListed = readings.some(({ name, rows }) => name === target && rows.size > 0);
      const rows = isListed ? undefined : known.get(target);
      for (const { related } of found.pairs)
        rows?.set(related.id, { ...related, ...rows.get(related.id) });
      return { ...found, ...result };
    });
}

/** The names that are no fields and whose values look like related rows. */
function collectRelations(base: Resources, reading: ReadList): FoundRelation[] {
  const { name: resource, path, rows, included, treatments } = reading;
  const declared = own(base, resource);
  return [...treatments].flatMap(([name, treatment]): FoundRelation[] => {
    if (treatment !== 'returned' || own(declared?.fields ?? {}, name)) return [];
    const evidence = evidenceOf([...included.values()], name);
    const { values, nulls } = evidence;
    const forms = new Set(values.map(Array.isArray));
    if (forms.size > 1 || !values.flat().every(isRow)) return [];
    const pairs = [...included.values()].flatMap((parent) => {
      const related = [own(parent, name)].flat().filter(isRow);
      return related.map((row) => ({ parent, related: row }));
    });
    const isStored = [...rows.values()].some((row) => Object.hasOwn(row, name));
    // A field that is returned by default may be null or an empty array without being a relation.
    if (pairs.length === 0 && (isStored || !own(declared?.relations ?? {}, name))) return [];
    const found = { resource, path, name, topic: `${resource}.${name}`, pairs };
    const isMany = forms.has(true);
    return [{ ...found, nulls, isMany, isStored, evidence: describeEvidence(evidence) }];
  });
}

type Inferred = Pick<FoundRelation, 'relation' | 'reason'>;

/** Confirms a declared relation, or finds that it has another target. */
function confirm(declared: Relation, found: FoundRelation, known: KnownRows): Inferred {
  const { target, cardinality, foreignKey, nullable, filterable } = declared;
  const { pairs, nulls, isMany } = found;
  const isOne = cardinality === 'one';
  // A field is there, and not the id of the related row.
  const hasOtherId = pairs.some(({ parent, related }) => {
    const id = own(parent, foreignKey);
    return id !== undefined && id !== related.id;
  });
  if (pairs.length > 0 && (isMany === isOne || (isOne && hasOtherId)))
    return { reason: `it was declared as ${cardinality}('${target}')`, ...infer(found, known) };
  if (!isOne || nullable || nulls === 0) return { relation: declared };
  return { relation: one(target, { foreignKey, nullable: true, filterable }) };
}

function infer(found: FoundRelation, known: KnownRows): Inferred {
  const { resource, name, isMany, isStored, pairs, nulls } = found;
  const [pair] = pairs;
  if (!pair) return { reason: isMany ? 'an empty array in every row' : 'null in every row' };
  const target = targetOf(name, pairs, known) ?? resourceNameOf(name, isMany);
  const listed = known.get(target);
  // The rows of a list may have fields that an include leaves out.
  const whole = (row: JsonRow): JsonRow => ({ ...row, ...listed?.get(row.id) });
  const conventional = isMany ? foreignKeysTo(resource) : [`${name}_id`];
  const keys = Object.keys(isMany ? whole(pair.related) : pair.parent).filter(
    (key) => key !== 'id',
  );
  const isKey = (key: string) =>
    pairs.every(({ parent, related }) =>
      isMany ? own(whole(related), key) === parent.id : own(parent, key) === related.id,
    );
  const key = [...conventional, ...keys.sort()].find(isKey);
  // A foreign key may be hidden, unless rows have several parents, or the target is not known.
  const parents = new Map(pairs.map(({ parent, related }) => [related.id, parent.id]));
  const isUnique = pairs.every(({ parent, related }) => parents.get(related.id) === parent.id);
  const isHidden =
    !conventional.some((name) => keys.includes(name)) && (isMany ? isUnique : listed);
  const foreignKey = key ?? (isHidden && !isStored ? conventional[0] : undefined);
  if (foreignKey === undefined)
    return { reason: `related rows without a foreign key such as \`${conventional[0]}\`` };
  if (!listed) known.set(target, new Map());
  const options = { foreignKey, nullable: nulls > 0 };
  return { relation: isMany ? many(target, { foreignKey }) : one(target, options) };
}

/** The resource that has the ids of related rows, else the one that the relation is named after. */
const targetOf = (name: string, pairs: FoundRelation['pairs'], known: KnownRows) =>
  [...known.keys()].find((resource) =>
    pairs.some(({ related }) => known.get(resource)?.has(related.id)),
  ) ?? [...known.keys()].find((resource) => isNamedAfter(name, resource));

/** The name of a resource for the rows of a relation, such as `bankEntities` for `bank_entity`. */
function resourceNameOf(relation: string, isMany: boolean): string {
  const name = relation.replace(/_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (isMany) return name;
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Such as `transaction_line_id` and `transaction_lines_id` for `transactionLines`. */
export function foreignKeysTo(resource: string): string[] {
  const snake = snakeCase(resource);
  const singulars = [
    snake.replace(/ies$/, 'y'),
    snake.replace(/(s|x|z|ch|sh)es$/, '$1'),
    snake.replace(/s$/, ''),
  ].filter((name) => name !== snake);
  return [...new Set([...singulars, snake])].map((name) => `${name}_id`);
}

const isNamedAfter = (relation: string, resource: string): boolean =>
  [resource, snakeCase(resource)].includes(relation) ||
  foreignKeysTo(resource).includes(`${relation}_id`);
