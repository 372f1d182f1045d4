import { type Dialect, type ResolvedDialect, resolveDialect } from '../../dialect.js';
import { counted, kindOf } from '../../messages/describe.js';
import { memberNames, type Resources } from '../../schema/lookup.js';
import { own } from '../../values/plain-object.js';
import { askForNulls, askForValues, askRelation, rejectedValues } from './claims.js';
import { askComparators } from './comparators.js';
import { isSameWorkspace } from './connect.js';
import { areOfKind, areWritable } from './fields.js';
import { type Form, findForm } from './form.js';
import { askMeaning, meaningMembers } from './members.js';
import type { ModuleHeader } from './module.js';
import { describeNotes, type Note } from './notes.js';
import type { FoundRelation } from './relations.js';
import { type Column, columnsOf, readAll } from './rows.js';
import { type InferredSchema, inferSchema } from './schema.js';
import { determine, type Service, UnusableError } from './service.js';

/** A module that `connect` wrote, or that has the same exports. */
export interface CheckedModule {
  readonly schema: Resources;
  readonly dialect: Dialect;
  readonly header: ModuleHeader;
}

/** What `--check` prints. */
export class Drift {
  /** What the module says and is not so. */
  readonly wrong: string[] = [];
  /** What the module does not say, or says of another workspace. */
  readonly news: string[] = [];
  /** What could not be asked. */
  readonly open: string[] = [];
  /** Whether the service has the workspace of the module. */
  isSameWorkspace = true;
}

/**
 * Asks a service again what a module says.
 *
 * @throws StoppedError if the service does not respond.
 */
export async function checkModule(
  service: Service,
  { schema, dialect, header }: CheckedModule,
  paths: ReadonlyMap<string, string>,
): Promise<Drift> {
  const drift = new Drift();
  const { wrong } = drift;
  let form: Form;
  try {
    form = await findForm(service, schema, dialect, paths);
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error;
    wrong.push(error.message);
    return drift;
  }
  compareForm(dialect, form, drift);
  compareLists(schema, form, drift);
  const read = await readAll(service, schema, form.lists);
  const lists = read.filter(({ name, rows }) => own(schema, name) && rows.size > 0);
  if (lists.length === 0) drift.open.push('No list of the module returned rows.');
  else drift.isSameWorkspace = isSameWorkspace(header.workspace, lists);
  const inferred = inferSchema(schema, lists, form.missing);
  compareFields(schema, inferred, columnsOf(schema, lists), drift);
  const columns = columnsOf(schema, lists).filter(({ evidence }) => evidence.seen > 0);
  await service.begin('asking about fields');
  await checkColumns(service, columns, drift);
  for (const relation of inferred.relations)
    await determine(
      async () => {
        wrong.push(...(await checkRelation(service, schema, header, relation)));
      },
      (outcome) => void drift.open.push(`${relation.topic}: not determined: ${outcome}.`),
    );
  await service.begin('asking about filters');
  const remarks = await checkMeaning(service, columns, dialect, header, drift);
  await service.begin('');
  const notes = [...form.notes, ...inferred.unknown, ...remarks];
  drift.open.push(...describeNotes(notes.filter(({ isUnknown }) => isUnknown)));
  return drift;
}

/** The comparators that the module calls proven, and what its dialect says of their meaning. */
async function checkMeaning(
  service: Service,
  columns: readonly Column[],
  dialect: Dialect,
  header: ModuleHeader,
  { wrong, open }: Drift,
): Promise<readonly Note[]> {
  const truths = await askComparators(service, columns);
  for (const { kind, comparator, right, wrong: came, isUnknown } of truths)
    if (right === undefined && came.length > 0 && header.proven.includes(`${kind} ${comparator}`))
      (isUnknown ? open : wrong).push(`${kind} \`${comparator}\`: ${came.join('; ')}.`);
  const meaning = await askMeaning(service, columns, truths);
  for (const member of meaningMembers) {
    const [said, now] = [dialect[member], meaning.dialect[member]];
    if (said === undefined || now === undefined || said === now) continue;
    const topics = meaning.said.get(member)?.get(now) ?? [];
    wrong.push(`\`${member}\` is '${now}' on ${topics.join(', ')}; the module says '${said}'.`);
  }
  return meaning.remarks;
}

/** The members of a dialect that a form shows, by path. */
function shownMembers({ envelope, parameters, orderFormat, maxUrlLength }: ResolvedDialect) {
  const names = Object.entries(parameters).map(([name, value]) => [`parameters.${name}`, value]);
  const form = { ...Object.fromEntries(names), orderFormat, maxUrlLength };
  const { rows, pagination, cursor } = envelope;
  const paths = { envelope: rows, 'envelope.pagination': pagination, 'envelope.cursor': cursor };
  const all: Record<string, string | number | readonly string[] | null> = { ...paths, ...form };
  const describe = (value: (typeof all)[string]) =>
    value === null ? 'none' : `'${[value].flat().join('.')}'`;
  return Object.entries(all).map(([member, value]) => [member, describe(value)] as const);
}

/** Whether the members of a dialect that a form shows are those of the module. */
function compareForm(dialect: Dialect, form: Form, { wrong, news }: Drift): void {
  const [said, now] = [resolveDialect('module', dialect), resolveDialect('connect', form.dialect)];
  const before = new Map<string, string>(shownMembers(said));
  for (const [member, value] of shownMembers(now)) {
    const isShown = form.counts !== undefined || member === 'envelope';
    const isLost = member === 'orderFormat' && now.parameters.orderBy === null;
    if (value !== before.get(member) && isShown && !isLost)
      wrong.push(`\`${member}\` is ${value}; the module says ${before.get(member)}.`);
  }
  for (const { topic, text, isUnknown } of form.notes)
    if (/^parameters/.test(topic) && !isUnknown) news.push(text);
  for (const member of ['default', 'max'] as const) {
    const [size, count = 0] = [form.dialect.pageSize?.[member], form.counts?.[member]];
    const declared = dialect.pageSize?.[member];
    const isLost = now.parameters.take === null && said.parameters.take !== null;
    if (declared === undefined && size !== undefined)
      news.push(`\`pageSize.${member}\` is ${size}; the module does not say it.`);
    if (declared === undefined || (isLost && member === 'max')) continue;
    const came = `\`pageSize.${member}\`: a list has ${size ?? count} rows`;
    if ((size ?? Math.max(count, declared)) !== declared)
      wrong.push(`${came}; the module says ${declared}.`);
  }
}

function compareLists(schema: Resources, form: Form, { wrong, news }: Drift): void {
  for (const { topic, text, isUnknown } of form.notes) {
    if (!own(schema, topic)?.operations.length || isUnknown) continue;
    (form.missing.includes(topic) ? wrong : news).push(text);
  }
  for (const { name, path, operations, rows } of form.lists) {
    const declared = own(schema, name);
    if (declared?.path === undefined)
      news.push(`GET /v1${path} is a list; the module does not have it.`);
    else if (declared.path !== path)
      wrong.push(`${name} is at ${path}; the module says ${declared.path}.`);
    else if (declared.operations.includes('get') && !operations.includes('get') && rows.length > 0)
      wrong.push(`GET /v1${path}/:id returns no row for the id of a row.`);
  }
}

/** Fields and relations that are missing, new, or of another kind. */
function compareFields(
  schema: Resources,
  inferred: InferredSchema,
  columns: readonly Column[],
  { wrong, news }: Drift,
): void {
  for (const { topic, field, evidence } of columns) {
    const { seen, rows, values } = evidence;
    const kinds = new Set(values.filter((value) => !areOfKind(field, [value])).map(kindOf));
    if (seen < rows)
      wrong.push(`${topic} is not returned in ${rows - seen} of ${counted(rows, 'row')}.`);
    else if (kinds.size > 0)
      wrong.push(`${topic} is not ${field.kind}() in each row, but ${[...kinds].join(', ')}.`);
  }
  const stored = new Set(columns.map(({ topic }) => topic));
  for (const { topic, text } of inferred.removed)
    if (!stored.has(topic)) wrong.push(`${topic} is not returned: ${text}.`);
  for (const [name, resource] of Object.entries(inferred.schema)) {
    const declared = memberNames(own(schema, name) ?? resource);
    for (const member of memberNames(resource))
      if (!declared.includes(member)) news.push(`${name}.${member} is new.`);
  }
}

/** Null and values of fields: they are those of a workspace. */
async function checkColumns(
  service: Service,
  columns: readonly Column[],
  { wrong, news, open, isSameWorkspace: isSame }: Drift,
): Promise<void> {
  const nulls = await askForNulls(service, columns);
  for (const { topic, field, evidence } of columns)
    if (!field.nullable && (evidence.nulls > 0 || nulls.get(topic) === true))
      (isSame ? wrong : news).push(`${topic} is null in a row; the module says that it never is.`);
  const checked = columns.map((column) =>
    determine(
      async () => {
        const { added, rejected } = await checkValues(service, column);
        (isSame ? wrong : news).push(...added);
        wrong.push(...rejected);
      },
      (outcome) => void open.push(`${column.topic}: not determined: ${outcome}.`),
    ),
  );
  await Promise.all(checked);
}

/** The values of an enumeration: those of the rows that were read come first. */
async function checkValues(service: Service, column: Column) {
  const { topic, name, field, evidence } = column;
  const lines: { added: string[]; rejected: string[] } = { added: [], rejected: [] };
  if (field.values.length === 0) return lines;
  const isNew = (value: unknown): value is string =>
    typeof value === 'string' && !field.values.includes(value);
  const seen = [...new Set(evidence.values)].filter(isNew);
  const { values, isRejected } = await askForValues(service, column, field.values, 1);
  if (isRejected)
    for (const value of await rejectedValues(service, column, field.values))
      lines.rejected.push(`${topic}: the service rejects '${value}', which the module lists.`);
  const added = [...new Set([...seen, ...values.filter(isNew)])];
  const shown = areWritable(name, [...values, ...seen]) ? `'${added.join()}'` : 'another value';
  if (added.length > 0)
    lines.added.push(`${topic} is ${shown} in a row; the module does not list it.`);
  return lines;
}

/** The target of a relation, and its filters if the module calls them proven. */
async function checkRelation(
  service: Service,
  schema: Resources,
  { proven }: ModuleHeader,
  found: FoundRelation,
): Promise<string[]> {
  const { topic, resource, name, relation, reason, pairs } = found;
  const declared = own(own(schema, resource)?.relations ?? {}, name);
  if (!declared || pairs.length === 0) return [];
  if (reason !== undefined && relation?.target !== declared.target)
    return [`${topic} does not lead to ${declared.target}: ${reason}.`];
  if (!proven.includes(`relation ${topic}`)) return [];
  return (await askRelation(service, found)).doubts.map((doubt) => `${topic}: ${doubt}.`);
}
