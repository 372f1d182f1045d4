import type { Field, JsonObject } from '../../schema/field.js';
import type { Resources } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { areWritable, evidenceOf, MOST_VALUES, repeatedValues } from './fields.js';
import type { FoundRelation } from './relations.js';
import type { Reading } from './rows.js';
import { type Answer, forRow, holds, type JsonRow, type Service } from './service.js';

/** What the answer to a question shows: that something is so, that it is not, or neither, in words. */
export type Finding = boolean | string;

/** Text that no row contains. */
const ABSENT = 'zqxjkv-absent';
/** An id that no row has. */
export const ABSENT_ID = '00000000-0000-4000-8000-00000000dead';

const outcomeOf = (asked: string, { outcome }: Answer): string => `${asked}: ${outcome}`;

/** Whether a row of a list has null in a field. */
export async function askForNull(service: Service, path: string, name: string): Promise<Finding> {
  const answer = await service.ask({ path, where: { [name]: null }, ...one(service) });
  const [row] = answer.rows ?? [];
  if (answer.rows?.length === 0) return false;
  if (row && own(row, name) === null) return true;
  return outcomeOf('a filter by null', row ? { ...answer, outcome: 'a row without null' } : answer);
}

const one = ({ dialect }: Service) => (dialect.parameters.take === null ? {} : { take: 1 });

interface FoundValues {
  readonly values: readonly string[];
  /** Whether no row has another value. */
  readonly isComplete: Finding;
}

/** Values that are asked for one after the other. */
const MOST_NEW = 9;

/** The values of a field: asks for a row with another one until there is none. */
export async function askForValues(
  service: Service,
  path: string,
  name: string,
  { nullable, values: start }: Pick<Field, 'nullable' | 'values'>,
  most = MOST_NEW,
): Promise<FoundValues> {
  const values = [...start];
  for (let count = 0; count < most; count++) {
    const filter: JsonObject = { not_in: [...values], ...(nullable && { neq: null }) };
    const answer = await service.ask({ path, where: { [name]: filter }, ...one(service) });
    if (answer.rows?.length === 0) return { values, isComplete: true };
    const [row] = answer.rows ?? [];
    const value = row && own(row, name);
    const asked = `\`not_in\` with ${values.length} values`;
    if (!row) return { values, isComplete: outcomeOf(asked, answer) };
    if (typeof value !== 'string' || values.includes(value))
      return {
        values,
        isComplete: `${asked}: a row with ${value === null ? 'null' : 'a value of the list'}`,
      };
    values.push(value);
  }
  return { values, isComplete: false };
}

/** Whether `like` finds a part of the text of a row, and not an absent text. */
export async function askForLike(
  service: Service,
  path: string,
  name: string,
  rows: readonly JsonRow[],
): Promise<Finding> {
  const row = rows.find((candidate) => String(own(candidate, name) ?? '').length >= 3);
  if (!row) return 'no text of three characters';
  const text = String(own(row, name));
  const ask = (like: string) => service.ask({ path, where: forRow(row.id, { [name]: { like } }) });
  const found = await ask(text.slice(1, -1));
  if (found.status >= 400 && found.status < 500) return false;
  const absent = await ask(ABSENT);
  if (holds(found, row.id) === true && holds(absent, row.id) === false) return true;
  return `\`like\` with a part of the value: ${found.outcome}; with an absent text: ${absent.outcome}`;
}

/** What was found out about a field, and how. */
export interface FieldClaim {
  readonly field: Field;
  readonly proven: readonly string[];
  readonly doubts: readonly string[];
}

export interface Claims {
  /** By path, such as `accounts.status`. */
  readonly fields: ReadonlyMap<string, FieldClaim>;
  readonly relations: ReadonlyMap<string, RelationClaim>;
}

export interface RelationClaim {
  /** Whether each quantifier, or the filter of a to-one relation, is right. */
  readonly isRight: boolean;
  readonly doubt?: string;
}

/** Asks about each field and relation of the resources that have rows. */
export async function askClaims(
  service: Service,
  schema: Resources,
  readings: readonly Reading[],
  relations: readonly FoundRelation[],
): Promise<Claims> {
  const controls = {
    null: await findsNull(service, schema, readings),
    like: await findsText(service, schema, readings),
  };
  const fields = readings.flatMap((reading) =>
    [...Object.entries(own(schema, reading.name)?.fields ?? {})].flatMap(([name, field]) =>
      name === 'id' || field.computed || reading.rows.size === 0 ? [] : [{ reading, name, field }],
    ),
  );
  const claims = await Promise.all(
    fields.map(
      async ({ reading, name, field }) =>
        [
          `${reading.name}.${name}`,
          await askField(service, reading, name, field, controls),
        ] as const,
    ),
  );
  const related = await Promise.all(
    relations.map(async (relation) => {
      const reading = readings.find((candidate) => candidate.name === relation.resource);
      const claim = reading && (await askRelation(service, reading.path, relation));
      return claim ? [[`${relation.resource}.${relation.name}`, claim] as const] : [];
    }),
  );
  return { fields: new Map(claims), relations: new Map(related.flat()) };
}

interface Controls {
  /** Whether a filter by null finds a row that has null. */
  readonly null: boolean;
  /** Whether `like` is answered for a field that certainly is text. */
  readonly like: boolean;
}

async function findsNull(service: Service, schema: Resources, readings: readonly Reading[]) {
  for (const { name: resource, path, rows } of readings)
    for (const name of Object.keys(own(schema, resource)?.fields ?? {})) {
      const row = [...rows.values()].find((candidate) => own(candidate, name) === null);
      if (!row) continue;
      const answer = await service.ask({ path, where: forRow(row.id, { [name]: null }) });
      if (holds(answer, row.id)) return true;
    }
  return false;
}

/** More fields of text than these are not asked. */
const MOST_CONTROLS = 4;

async function findsText(service: Service, schema: Resources, readings: readonly Reading[]) {
  const texts = readings.flatMap(({ name: resource, path, rows }) =>
    Object.entries(own(schema, resource)?.fields ?? {}).flatMap(([name, { kind, computed }]) => {
      const all = [...rows.values()];
      const isText = kind === 'string' && !computed && !repeatedValues(name, evidenceOf(all, name));
      return isText && all.length > 0 ? [{ path, name, rows: all }] : [];
    }),
  );
  for (const { path, name, rows } of texts.slice(0, MOST_CONTROLS))
    if ((await askForLike(service, path, name, rows)) === true) return true;
  return false;
}

async function askField(
  service: Service,
  { path, rows }: Reading,
  name: string,
  field: Field,
  controls: Controls,
): Promise<FieldClaim> {
  const proven: string[] = [];
  const doubts: string[] = [];
  const evidence = evidenceOf([...rows.values()], name);
  let claimed = field;
  if (evidence.nulls === 0) {
    const finding = await askForNull(service, path, name);
    if (typeof finding === 'string') doubts.push(finding);
    else if (finding) {
      claimed = { ...claimed, nullable: true };
      proven.push('a row with null');
    } else if (!field.nullable) {
      if (controls.null) proven.push('never null');
      else doubts.push('no row was found with null, but no row with null is known either');
    }
  }
  const seen = [...new Set(evidence.values.map(String))];
  const isDeclared = field.kind === 'enumeration' || field.values.length > 0;
  const repeated = field.kind === 'string' ? repeatedValues(name, evidence) : undefined;
  if (seen.length === 0 || !(isDeclared || repeated)) return { field: claimed, proven, doubts };

  const like = await askForLike(service, path, name, [...rows.values()]);
  const kind = kindBy(like, field, controls.like);
  if (like === true) proven.push('`like` works');
  else if (like === false && controls.like) proven.push('`like` is rejected');
  else if (typeof like === 'string') doubts.push(like);

  const declared = [...new Set([...field.values, ...seen])].sort();
  let found: FoundValues = { values: declared, isComplete: false };
  if (areWritable(name, declared)) {
    found = await askForValues(service, path, name, { ...claimed, values: declared });
    // A service may reject a value that its enumeration does not have.
    if (typeof found.isComplete === 'string' && declared.length > seen.length) {
      const again = await askForValues(service, path, name, { ...claimed, values: seen.sort() });
      if (again.isComplete === true) found = again;
    }
  }
  const values = [...found.values].sort();
  const isWritten = found.isComplete !== false && areWritable(name, values);
  if (isWritten && found.isComplete === true) proven.push('no other values');
  if (isWritten && typeof found.isComplete === 'string') doubts.push(found.isComplete);
  if (!isWritten) doubts.push(`more than ${MOST_VALUES} values, or long ones`);
  const isSame =
    kind === field.kind && isWritten && values.join('\n') === [...field.values].sort().join('\n');
  if (!isSame) claimed = { ...claimed, kind, values: isWritten ? values : [] };
  return { field: claimed, proven, doubts };
}

/** Doubt means text. */
function kindBy(like: Finding, { kind }: Field, isControlled: boolean): Field['kind'] {
  if (like === false && isControlled) return 'enumeration';
  return like === true ? 'string' : kind;
}

/** Asks for a row by its own related row, and by others that it does not have. */
export async function askRelation(
  service: Service,
  path: string,
  { name, pairs, relation, isMany }: FoundRelation,
): Promise<RelationClaim | undefined> {
  const [pair] = pairs;
  if (!relation || !pair) return undefined;
  const { parent, related } = pair;
  const foreign = pairs.find(
    (candidate) =>
      candidate.related.id !== related.id &&
      pairs.every(
        (each) => each.parent.id !== parent.id || each.related.id !== candidate.related.id,
      ),
  );
  const its = { id: related.id };
  const other = { id: foreign?.related.id ?? ABSENT_ID };
  const questions: [text: string, filter: JsonObject, expected: boolean][] = isMany
    ? [
        ['`some`', { some: its }, true],
        ['`some`', { some: other }, false],
        ['`none`', { none: other }, true],
        ['`none`', { none: its }, false],
        ['`every`', { every: { id: { neq: foreign?.related.id ?? ABSENT_ID } } }, true],
        ['`every`', { every: other }, false],
      ]
    : [
        ['a filter by the related id', its, true],
        ['a filter by the related id', other, false],
      ];
  for (const [text, filter, expected] of questions) {
    const answer = await service.ask({ path, where: forRow(parent.id, { [name]: filter }) });
    if (holds(answer, parent.id) === expected) continue;
    const about = expected ? 'that holds for a row' : 'that does not hold for a row';
    return { isRight: false, doubt: `${text} ${about}: ${answer.outcome}` };
  }
  return { isRight: true };
}
