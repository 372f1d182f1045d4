import { type Dialect, resolveDialect } from '../../dialect.js';
import type { Field } from '../../schema/field.js';
import type { Resources } from '../../schema/resources.js';
import { kindOf } from '../../values/describe.js';
import { isPlainObject, own } from '../../values/plain-object.js';
import { askForNull, askForValues, askRelation } from './claims.js';
import { askComparators } from './comparators.js';
import { type OnPhase, outcomesOf, readAll } from './connect.js';
import { areOfKind, areWritable, describeEvidence, evidenceOf } from './fields.js';
import { type Form, findForm } from './form.js';
import { askMeaning, type MeaningMember } from './members.js';
import { type ModuleHeader, printTopic } from './module.js';
import { findRelations, KnownRows } from './relations.js';
import type { Reading } from './rows.js';
import { type Service, UnusableError } from './service.js';
import { isSameWorkspace } from './workspace.js';

/** A module that `connect` wrote, or that has the same exports. */
export interface CheckedModule {
  readonly schema: Resources;
  readonly dialect: Dialect;
  readonly header: ModuleHeader;
}

/** What `--check` prints. */
export interface Drift {
  /** What the module says and is not so. */
  readonly wrong: readonly string[];
  /** What the module does not say, or says of another workspace. */
  readonly news: readonly string[];
  /** What could not be asked. */
  readonly open: readonly string[];
  /** Whether the service has the workspace of the module; `undefined` if no rows were read. */
  readonly isSameWorkspace: boolean | undefined;
}

class Lines {
  readonly wrong: string[] = [];
  readonly news: string[] = [];
  readonly open: string[] = [];
}

/**
 * Asks a service again what a module says.
 *
 * @throws StoppedError if the service does not respond.
 */
export async function checkModule(
  service: Service,
  module: CheckedModule,
  paths: ReadonlyMap<string, string>,
  onPhase: OnPhase,
): Promise<Drift> {
  const { schema, dialect, header } = module;
  const lines = new Lines();
  onPhase('checking parameters');
  let form: Form;
  try {
    form = await findForm(service, schema, dialect, paths);
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error;
    return { ...lines, wrong: [error.message], isSameWorkspace: undefined };
  }
  compareForm(dialect, form, lines);
  compareLists(schema, form, lines);
  onPhase('reading rows');
  const readings = await readAll(service, schema, form);
  const declared = readings.filter(({ name, rows }) => own(schema, name) && rows.size > 0);
  const isSame = isSameWorkspace(header.workspace, readings);
  for (const reading of declared) compareFields(schema, reading, lines);
  onPhase('asking about fields');
  const ofWorkspace = isSame ? lines.wrong : lines.news;
  await Promise.all(declared.map((reading) => checkFields(service, schema, reading, ofWorkspace)));
  await checkRelations(service, schema, declared, header, lines);
  onPhase('asking about filters');
  const truths = await askComparators(service, schema, declared);
  for (const { kind, comparator, right, wrong } of truths)
    if (
      right.length === 0 &&
      wrong.length > 0 &&
      header.comparators.includes(`${kind} ${comparator}`)
    )
      lines.wrong.push(`${kind} \`${comparator}\`: ${outcomesOf(wrong).join('; ')}.`);
  const meaning = await askMeaning(service, schema, declared, truths);
  for (const [member, value] of Object.entries<string>(meaning.dialect)) {
    const said = dialect[member as MeaningMember]; // a key of both
    if (said === undefined || said === value) continue;
    const topics = meaning.votes.get(member as MeaningMember)?.get(value) ?? []; // as above
    lines.wrong.push(
      `\`${member}\` is '${value}' on ${topics.join(', ')}; the module says '${said}'.`,
    );
  }
  if (declared.length === 0) lines.open.push('No list of the module returned rows.');
  return { ...lines, isSameWorkspace: readings.length > 0 ? isSame : undefined };
}

/** Whether the members of a dialect that a form shows are those of the module. */
function compareForm(module: Dialect, form: Form, { wrong, news, open }: Lines): void {
  const [said, now] = [resolveDialect('module', module), resolveDialect('connect', form.dialect)];
  const differ = (left: unknown, right: unknown) => JSON.stringify(left) !== JSON.stringify(right);
  const rows = (path: readonly string[] | null) => path?.join('.') ?? 'the body';
  const shown = form.dialect.envelope;
  const isShown = typeof shown === 'object' ? shown?.rows : shown;
  // A body that is the rows itself shows no member.
  if (
    differ(said.envelope.rows, now.envelope.rows) &&
    !(isShown === undefined && !said.envelope.isDeclared)
  )
    wrong.push(
      `\`envelope\`: the rows are in ${rows(now.envelope.rows)}; the module says ${rows(said.envelope.rows)}.`,
    );
  if (!form.counts) {
    open.push(
      ...form.notes
        .filter(({ topic }) => topic === 'parameters')
        .map(({ text }) => `Parameters: ${text}`),
    );
    return;
  }
  for (const member of ['pagination', 'cursor'] as const)
    if (
      differ(said.envelope[member], now.envelope[member]) &&
      (member === 'cursor' || isPlainObject(module.envelope))
    )
      wrong.push(
        `\`envelope.${member}\` is ${rows(now.envelope[member])}; the module says ${rows(said.envelope[member])}.`,
      );
  for (const [name, parameter] of Object.entries(now.parameters)) {
    const before = own(said.parameters, name) ?? null;
    if (before === parameter) continue;
    const found =
      parameter === null ? 'no parameter has its effect' : `the parameter is '${parameter}'`;
    wrong.push(
      `\`parameters.${name}\`: ${found}; the module says ${before === null ? 'null' : `'${before}'`}.`,
    );
  }
  if (now.parameters.orderBy !== null && said.orderFormat !== now.orderFormat)
    wrong.push(`\`orderFormat\` is '${now.orderFormat}'; the module says '${said.orderFormat}'.`);
  const { pageSize = {} } = form.dialect;
  for (const member of ['default', 'max'] as const) {
    const before = module.pageSize?.[member];
    const size = pageSize[member];
    const { [member]: count } = form.counts;
    if (member === 'max' && now.parameters.take === null && said.parameters.take !== null) continue;
    if (before === undefined) {
      if (size !== undefined)
        news.push(`\`pageSize.${member}\` is ${size}; the module does not say it.`);
    } else if (size !== undefined ? size !== before : count > before)
      wrong.push(
        `\`pageSize.${member}\`: a list has ${size ?? count} rows; the module says ${before}.`,
      );
  }
  if (now.maxUrlLength !== said.maxUrlLength)
    wrong.push(
      `\`maxUrlLength\`: a URL of ${said.maxUrlLength} bytes is rejected, of ${now.maxUrlLength} accepted.`,
    );
}

function compareLists(
  schema: Resources,
  { lists, notes }: Form,
  { wrong, news, open }: Lines,
): void {
  for (const { topic, text } of notes)
    if (own(schema, topic)) (/no response|status 5/.test(text) ? open : wrong).push(text);
  for (const { name, path, operations, rows } of lists) {
    const declared = own(schema, name);
    if (!declared || declared.path === undefined)
      news.push(`GET /v1${path} is a list; the module does not have it.`);
    else if (declared.operations.includes('get') && !operations.includes('get') && rows.length > 0)
      wrong.push(`GET /v1${path}/:id returns no row for the id of a row.`);
    else if (declared.path !== path)
      wrong.push(`${name} is at ${path}; the module says ${declared.path}.`);
  }
}

/** Fields that are missing, new, or of another kind. */
function compareFields(schema: Resources, reading: Reading, { wrong, news }: Lines): void {
  const { fields = {}, relations = {} } = own(schema, reading.name) ?? {};
  const rows = [...reading.rows.values()];
  const topicOf = (name: string) => printTopic(reading.name, name);
  for (const [name, field] of Object.entries(fields)) {
    if (field.computed) {
      if (
        reading.treatments.get(name) !== 'returned' &&
        !rows.some((row) => Object.hasOwn(row, name))
      )
        wrong.push(`${topicOf(name)} is not returned, even if an include names it.`);
      continue;
    }
    const evidence = evidenceOf(rows, name);
    if (evidence.seen === 0)
      wrong.push(`${topicOf(name)} is not returned. Read: ${rows.length} rows.`);
    else if (evidence.seen < evidence.rows)
      wrong.push(`${topicOf(name)} is only returned in some rows. ${describeEvidence(evidence)}.`);
    else if (!areOfKind(field, evidence.values)) {
      const kinds = [
        ...new Set(evidence.values.filter((value) => !areOfKind(field, [value])).map(kindOf)),
      ];
      wrong.push(`${topicOf(name)} is not always ${field.kind}(): ${kinds.join(', ')}.`);
    }
  }
  for (const name of Object.keys(relations))
    if (reading.treatments.get(name) !== 'returned')
      wrong.push(`${topicOf(name)}: an include of it does not return it.`);
  const shown = new Set([...rows, ...reading.included.values()].flatMap((row) => Object.keys(row)));
  for (const name of shown)
    if (!own(fields, name) && !own(relations, name)) news.push(`${topicOf(name)} is new.`);
}

/** Null and values of the fields that are returned: they are those of one workspace. */
async function checkFields(
  service: Service,
  schema: Resources,
  { name: resource, path, rows }: Reading,
  lines: string[],
): Promise<void> {
  const check = async (name: string, field: Field): Promise<string[]> => {
    const evidence = evidenceOf([...rows.values()], name);
    if (name === 'id' || field.computed || evidence.seen === 0) return [];
    const topic = printTopic(resource, name);
    const hasNull =
      !field.nullable && (evidence.nulls > 0 || (await askForNull(service, path, name)) === true);
    if (hasNull) return [`${topic} is null in a row; the module says that it never is.`];
    if (field.values.length === 0 || !areWritable(name, field.values)) return [];
    const { values } = await askForValues(service, path, name, field, 1);
    const added = values.filter((value) => !field.values.includes(value));
    const shown = areWritable(name, values)
      ? added.map((value) => `'${value}'`).join(', ')
      : 'another value';
    return added.length === 0
      ? []
      : [`${topic} is ${shown} in a row; the module does not list it.`];
  };
  const fields = Object.entries(own(schema, resource)?.fields ?? {});
  const found = await Promise.all(fields.map(([name, field]) => check(name, field)));
  lines.push(...found.flat());
}

/** The filters through relations that the module calls proven. */
async function checkRelations(
  service: Service,
  schema: Resources,
  readings: readonly Reading[],
  header: ModuleHeader,
  { wrong }: Lines,
): Promise<void> {
  const found = findRelations(schema, readings, new KnownRows(schema, readings));
  for (const relation of found) {
    const { resource, name } = relation;
    const declared = own(own(schema, resource)?.relations ?? {}, name);
    const reading = readings.find((candidate) => candidate.name === resource);
    if (!declared || !reading) continue;
    const { target, cardinality } = relation.relation ?? {};
    if (
      relation.reason !== undefined &&
      relation.pairs.length > 0 &&
      (target !== declared.target || cardinality !== declared.cardinality)
    )
      wrong.push(
        `${printTopic(resource, name)} does not lead to ${declared.target}: ${relation.reason}.`,
      );
    else if (header.relations.includes(`${resource}.${name}`)) {
      const claim = await askRelation(service, reading.path, relation);
      if (claim && !claim.isRight) wrong.push(`${printTopic(resource, name)}: ${claim.doubt}.`);
    }
  }
}
