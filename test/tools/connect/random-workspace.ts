import {
  boolean,
  computed,
  date,
  decimal,
  enumeration,
  extendSchema,
  type Field,
  integer,
  type JsonObject,
  type JsonValue,
  json,
  many,
  nullable,
  number,
  one,
  paymentsSchema,
  type Relation,
  type Resources,
  string,
  uuid,
} from 'payments-data-client';
import { sampleData } from 'payments-data-client/mock';
import type { Chance } from '../../types/lib/random.js';

type Row = Record<string, JsonValue>;

/** A service of a random schema, whose rows show everything that the schema declares. */
export interface RandomWorkspace {
  /** The truth: `paymentsSchema` with random changes. */
  readonly schema: Resources;
  readonly data: Readonly<Record<string, readonly Row[]>>;
  /** Paths that only a user can know. */
  readonly paths: ReadonlyMap<string, string>;
  /** `paymentsSchema` with the fields and relations that only a user can know. */
  readonly known: Resources;
  /** Fields that no declaration fits, with the value that each row has, by resource. */
  readonly undeclared: Readonly<Record<string, Row>>;
}

type Kind = Field['kind'];
const kinds: readonly Kind[] = [
  'string',
  'uuid',
  'decimal',
  'number',
  'integer',
  'boolean',
  'enumeration',
  'date',
  'json',
];

const builders: Record<Exclude<Kind, 'enumeration'>, () => Field> = {
  string: () => string(),
  uuid,
  decimal,
  number,
  integer,
  boolean,
  date,
  json,
};

const base: Resources = { ...paymentsSchema };

/** Words for names and values, some of them hostile to code generators. */
const names = [
  'score', 'tier', 'note', 'rank', 'opened_at', 'class', 'default', 'constructor', 'toString', 'hasOwnProperty',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a writer of templates must escape it
  "it's", 'a "b"', 'back\\slash', '*/ alert(1) /*', 'line\nbreak', 'naïve', 'with space', '${x}', '`tick`', 'a-b',
  '\u2028', '\u202e', '9lives', '$ref', '_', 'fields', 'where', 'include', 'list', 'then', 'schema', 'nullable',
]; // biome-ignore format: a list
const codes = ['open', 'shut', 'on-hold', 'v1.2', 'A', 'in_review'];

export function createRandomWorkspace(chance: Chance): RandomWorkspace {
  const hex = (length: number) =>
    Array.from({ length }, () => chance.below(16).toString(16)).join('');
  const newId = () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;

  const sample = sampleData({ seed: chance.below(1e6), accounts: 24, transactions: 24 });
  const data: Record<string, Row[]> = Object.fromEntries(
    Object.entries(sample).map(([name, rows]) => [
      name,
      rows.map((row: object) => ({ ...row }) as Row),
    ]),
  );
  for (const row of data.accounts ?? []) row.status = 'active';
  const changes: Record<
    string,
    { fields: Record<string, Field>; relations: Record<string, Relation> }
  > = {};
  const changeOf = (name: string) => {
    const change = changes[name] ?? { fields: {}, relations: {} };
    changes[name] = change;
    return change;
  };
  const rowsOf = (name: string) => data[name] ?? [];
  const undeclared: Record<string, Row> = {};
  const paths = new Map<string, string>();
  const hidden: [resource: string, group: 'fields' | 'relations', name: string][] = [];

  /** Values of each kind. The first two rows show the kind. */
  const values: Record<Kind, (index: number, members: readonly string[]) => JsonValue> = {
    string: (index) =>
      chance.pick([`Text ${index}`, `${4700 + index}`, `${hex(6)} äöü`, `#${hex(6)}`]),
    uuid: newId,
    decimal: (index) =>
      index < 2 ? `-${chance.below(999)}.50` : chance.pick(['0', '12', '7.25', '100.00']),
    number: (index) => (index < 2 ? chance.below(99) + 0.5 : chance.below(100)),
    integer: () => chance.below(2000) - 1000,
    boolean: () => chance.happens(0.5),
    enumeration: (index, members) => members[index % members.length] ?? '',
    date: () => new Date(1.7e12 + chance.below(1e9)).toISOString(),
    json: () => chance.pick<JsonObject>([{}, { id: 'a', tags: ['x'] }, { deep: { deeper: null } }]),
  };
  const valuesOf = (kind: Kind, members: readonly string[], count: number) =>
    Array.from({ length: count }, (_, index) => values[kind](index, members));

  const fieldOf = (kind: Kind, values: readonly string[]): Field =>
    kind === 'enumeration' ? enumeration(...[...values].sort()) : builders[kind]();

  /** A field with its values, which are null in some rows if it is nullable. */
  const randomField = (count: number) => {
    // Few rows cannot show an enumeration.
    const kind = chance.pick(count < 24 ? kinds.filter((one) => one !== 'enumeration') : kinds);
    const members = chance.sample(codes, 2 + chance.below(3));
    const isNullable = count > 3 && chance.happens(0.4);
    const field = isNullable ? nullable(fieldOf(kind, members)) : fieldOf(kind, members);
    const all = valuesOf(kind, members, count).map((value, index) =>
      isNullable && (index === 2 || (index > 23 && chance.happens(0.3))) ? null : value,
    );
    return { field, all };
  };

  const addFields = (resource: string, count: number) => {
    const rows = rowsOf(resource);
    for (const name of chance.sample(names, count)) {
      if (chance.happens(0.1)) {
        const value = chance.pick<JsonValue>([null, []]);
        if (base[resource]?.path || paths.has(resource))
          undeclared[resource] = { ...undeclared[resource], [name]: value };
        continue;
      }
      const { field, all } = randomField(rows.length);
      if (chance.happens(0.15) && base[resource]?.path) {
        const byId = new Map(rows.map((row, index) => [row.id, all[index] ?? null]));
        changeOf(resource).fields[name] = computed(field as Field<Kind, unknown, false>, (row) =>
          byId.get(row.id as string),
        );
        hidden.push([resource, 'fields', name]);
        continue;
      }
      changeOf(resource).fields[name] = field;
      for (const [index, row] of rows.entries()) row[name] = all[index] ?? null;
    }
  };

  /** Replaces the kind of a declared field. */
  const changeField = (resource: string, name: string) => {
    const rows = rowsOf(resource);
    const declared = base[resource]?.fields[name];
    if (!declared) throw new Error(`${resource}.${name} is not declared`);
    if (chance.happens(0.5)) {
      changeOf(resource).fields[name] = nullable(declared as Field<Kind, unknown, false>);
      for (const [index, row] of rows.entries())
        if (index === 1 || chance.happens(0.2)) row[name] = null;
      return;
    }
    // Any text fits a declared string, integers fit a number, and declared fields that fit are left
    // alone.
    const fitting = { string: /uuid|decimal|date/, number: /integer/ } as Partial<
      Record<Kind, RegExp>
    >;
    const kind = chance.pick(
      kinds.filter(
        (one) =>
          !/string|enumeration/.test(one) &&
          one !== declared.kind &&
          !fitting[declared.kind]?.test(one),
      ),
    );
    changeOf(resource).fields[name] = builders[kind as 'json']();
    for (const [index, value] of valuesOf(kind, [], rows.length).entries()) {
      const row = rows[index];
      if (row) row[name] = value;
    }
  };

  /** A to-one relation to a resource, by a foreign key that may be null. */
  const addOne = (resource: string, name: string, target: string) => {
    const isNullable = chance.happens(0.5);
    const column = `${name}_id`;
    const { fields, relations } = changeOf(resource);
    const declared = base[resource]?.fields[column];
    if (!declared || (isNullable && !declared.nullable))
      fields[column] = isNullable ? nullable(uuid()) : uuid();
    relations[name] = one(target, { foreignKey: column, ...(isNullable && { nullable: true }) });
    const targets = rowsOf(target);
    // Every row without a list of its own is seen.
    const isListed = base[target]?.path !== undefined || paths.has(target);
    for (const [index, row] of rowsOf(resource).entries()) {
      const mustRefer = !isListed && index < targets.length;
      const isNull =
        isNullable &&
        !mustRefer &&
        (index === targets.length || index === 1 || chance.happens(0.2));
      row[column] = isNull ? null : String((mustRefer ? targets[index] : chance.pick(targets))?.id);
    }
  };

  const addResource = (name: string, count: number) => {
    data[name] = Array.from({ length: count }, () => ({ id: newId() }));
    changeOf(name).fields.id = uuid();
  };

  if (chance.happens(0.3))
    for (const row of rowsOf('accounts').slice(0, 3)) {
      row.status = 'frozen';
      changeOf('accounts').fields.status = enumeration('active', 'frozen');
    }
  if (chance.happens(0.4))
    changeField('balances', chance.pick(['name', 'balance', 'created_at', 'description']));
  // Its function would derive values of another kind from the changed balance.
  changeOf('balances').fields.amount = computed(decimal(), () => '12.50');
  if (chance.happens(0.4)) changeField('transactionLines', 'amount');
  if (chance.happens(0.3)) changeField('accounts', 'identifier_value');
  if (chance.happens(0.4))
    changeField('units', chance.pick(['symbol', 'max_precision', 'default_precision']));

  if (chance.happens(0.6)) {
    addResource('entities', 24 + chance.below(8));
    paths.set('entities', '/entities');
    if (chance.happens(0.5)) addOne('transactions', 'entity', 'entities');
    if (chance.happens(0.4)) addOne('entities', 'unit', 'units');
    if (chance.happens(0.5)) {
      // A foreign key that rows do not show.
      changeOf('entities').relations.accounts = many('accounts', { foreignKey: 'entity_id' });
      for (const row of rowsOf('accounts'))
        row.entity_id = String(chance.pick(rowsOf('entities')).id);
    }
  }
  if (chance.happens(0.5)) {
    addResource('sponsors', 5 + chance.below(10));
    addOne(chance.pick(['balances', 'accounts', 'transactionLines']), 'sponsor', 'sponsors');
  }
  if (chance.happens(0.4)) addOne('balances', 'parent', 'balances');
  if (chance.happens(0.4)) {
    addOne('transactionLines', 'account', 'accounts');
    delete changes.transactionLines?.fields.account_id; // declared already
    const isNullable = changes.transactionLines?.relations.account?.nullable;
    if (isNullable) changeOf('transactionLines').fields.account_id = nullable(uuid());
    if (chance.happens(0.5)) {
      changeOf('accounts').relations.entries = many('transactionLines', {
        foreignKey: 'account_id',
      });
      hidden.push(['accounts', 'relations', 'entries']);
    }
  }
  for (const resource of Object.keys(data)) addFields(resource, chance.below(5));

  const extension = Object.fromEntries(
    Object.entries(changes).map(([name, change]) => {
      const path = paths.get(name);
      return [
        name,
        { ...change, ...(path && { path, operations: chance.pick([['list'], ['get', 'list']]) }) },
      ];
    }),
  );
  const schema = extendSchema(paymentsSchema, extension as object) as unknown as Resources;
  const known = hidden.reduce<Resources>(
    (extended, [name, group, member]) =>
      extendSchema(extended, {
        [name]: { [group]: { [member]: changes[name]?.[group][member] } },
      } as object) as Resources,
    { ...paymentsSchema },
  );
  return { schema, data, paths, known, undeclared };
}
