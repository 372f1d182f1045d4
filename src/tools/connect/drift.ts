import { type Dialect, type ResolvedDialect, resolveDialect } from '../../dialect.js';
import { counted, kindOf } from '../../messages/describe.js';
import { memberNames, type Resources } from '../../schema/lookup.js';
import { own } from '../../values/plain-object.js';
import { type Connected, type ConnectedModule, connect, isSameWorkspace } from './connect.js';
import { areOfKind, areWritable } from './fields.js';
import type { Form } from './form.js';
import { meaningMembers } from './members.js';
import { describeNotes } from './notes.js';
import { type Service, UnusableError } from './service.js';

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
 * Connects to a service as its module says, and compares what was found.
 *
 * @throws StoppedError if the service does not respond.
 */
export async function checkModule(
  service: Service,
  module: ConnectedModule,
  paths: ReadonlyMap<string, string>,
): Promise<Drift> {
  const drift = new Drift();
  const { schema, dialect } = module;
  try {
    const found = await connect(service, schema, paths, module);
    const isRead = found.lists.some(({ name, rows }) => own(schema, name) && rows.size > 0);
    if (isRead) drift.isSameWorkspace = isSameWorkspace(module.workspace, found.lists);
    else drift.open.push('No list of the module returned rows.');
    compareForm(dialect, found.form, drift);
    compareLists(schema, found.form, drift);
    compareFields(schema, found, drift);
    compareColumns(found, drift);
    compareProven(module, found, drift);
    compareMeaning(dialect, found, drift);
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error;
    drift.wrong.push(error.message);
  }
  drift.open.push(...describeNotes(service.undetermined));
  return drift;
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

function compareForm(dialect: Dialect, form: Form, { wrong, news }: Drift): void {
  const [said, now] = [resolveDialect('module', dialect), resolveDialect('connect', form.dialect)];
  const before = new Map<string, string>(shownMembers(said));
  for (const [member, value] of shownMembers(now)) {
    const isShown = form.counts !== undefined || member === 'envelope';
    const isLost = member === 'orderFormat' && now.parameters.orderBy === null;
    if (value !== before.get(member) && isShown && !isLost)
      wrong.push(`\`${member}\` is ${value}; the module says ${before.get(member)}.`);
  }
  for (const { topic, text } of form.notes) if (/^parameters/.test(topic)) news.push(text);
  const isTakeLost = now.parameters.take === null && said.parameters.take !== null;
  for (const member of ['default', 'max'] as const) {
    const [declared, size] = [dialect.pageSize?.[member], form.dialect.pageSize?.[member]];
    const present = size ?? Math.max(form.counts?.[member] ?? 0, declared ?? 0);
    if (declared === undefined && size !== undefined)
      news.push(`\`pageSize.${member}\` is ${size}; the module does not say it.`);
    else if (declared !== undefined && present !== declared && !(isTakeLost && member === 'max'))
      wrong.push(
        `\`pageSize.${member}\`: a list has ${present} rows; the module says ${declared}.`,
      );
  }
}

function compareLists(schema: Resources, form: Form, { wrong, news }: Drift): void {
  for (const { topic, text } of form.notes)
    if (own(schema, topic)?.operations.length)
      (form.missing.includes(topic) ? wrong : news).push(text);
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

function compareFields(schema: Resources, found: Connected, { wrong, news }: Drift): void {
  const { columns, removed } = found;
  for (const { topic, field, evidence } of columns) {
    const { seen, rows, values } = evidence;
    const kinds = new Set(values.filter((value) => !areOfKind(field, [value])).map(kindOf));
    if (seen < rows)
      wrong.push(`${topic} is not returned in ${rows - seen} of ${counted(rows, 'row')}.`);
    else if (kinds.size > 0)
      wrong.push(`${topic} is not ${field.kind}() in each row, but ${[...kinds].join(', ')}.`);
  }
  const stored = new Set(columns.map(({ topic }) => topic));
  for (const { topic, text } of removed)
    if (!stored.has(topic)) wrong.push(`${topic} is not returned: ${text}.`);
  for (const [name, resource] of Object.entries(found.schema)) {
    const declared = memberNames(own(schema, name) ?? resource);
    for (const member of memberNames(resource))
      if (!declared.includes(member)) news.push(`${name}.${member} is new.`);
  }
}

/** Null and values of fields, which are those of a workspace. */
function compareColumns({ columns, claims }: Connected, drift: Drift): void {
  const { wrong, news, isSameWorkspace: isSame } = drift;
  for (const { topic, name, field, evidence } of columns) {
    const { field: claimed = field, values = field.values } = claims.get(topic) ?? {};
    if (!field.nullable && (evidence.nulls > 0 || claimed.nullable))
      (isSame ? wrong : news).push(`${topic} is null in a row; the module says that it never is.`);
    if (field.values.length === 0) continue;
    for (const value of field.values)
      if (!values.includes(value))
        wrong.push(`${topic}: the service rejects '${value}', which the module lists.`);
    const added = values.filter((value) => !field.values.includes(value));
    const shown = areWritable(name, added) ? `'${added.join()}'` : 'another value';
    if (added.length > 0)
      (isSame ? wrong : news).push(`${topic} is ${shown} in a row; the module does not list it.`);
  }
}

/** The comparators and the filters of relations that the module calls proven. */
function compareProven(
  { schema, proven }: ConnectedModule,
  { claims, relations }: Connected,
  { wrong, open }: Drift,
): void {
  for (const { topic, resource, name, relation, reason, pairs } of relations) {
    const declared = own(own(schema, resource)?.relations ?? {}, name);
    const isMoved = reason !== undefined && relation?.target !== declared?.target;
    if (declared && pairs.length > 0 && isMoved)
      wrong.push(`${topic} does not lead to ${declared.target}: ${reason}.`);
  }
  for (const topic of proven) {
    const { proven: again = [], doubts = [] } = claims.get(topic) ?? {};
    if (again.length > 0) continue;
    wrong.push(...doubts.map((doubt) => `${topic}: ${doubt}.`));
    if (doubts.length === 0) open.push(`${topic}: no row shows it.`);
  }
}

function compareMeaning(dialect: Dialect, { meaning }: Connected, { wrong }: Drift): void {
  for (const member of meaningMembers) {
    const [said, now] = [dialect[member], meaning.dialect[member]];
    if (said === undefined || now === undefined || said === now) continue;
    const topics = meaning.said.get(member)?.get(now) ?? [];
    wrong.push(`\`${member}\` is '${now}' on ${topics.join(', ')}; the module says '${said}'.`);
  }
}
