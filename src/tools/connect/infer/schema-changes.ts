import type { Field } from '../../../schema/field.js';
import type { Relation } from '../../../schema/relation.js';
import type { Resources } from '../../../schema/resources.js';
import { own } from '../../../values/plain-object.js';
import { type Code, dataCode, flat, quote } from '../../../values/print-code.js';
import { placeholderOf } from './infer-field.js';
import { idFirst } from './infer-schema.js';

/** A member of a resource that two schemas declare differently. */
interface SchemaChange {
  readonly resource: string;
  readonly group: 'fields' | 'relations';
  readonly name: string;
  readonly before: Code | undefined;
  readonly after: Code | undefined;
}

/** What changes from a schema to another one, by resource. @param of - Whether values of enumerations count. */
export function schemaChanges(base: Resources, schema: Resources, of: 'all' | 'kinds'): SchemaChange[] {
  const codeOf = (field: Field) => fieldCode(of === 'all' ? field : { ...field, values: [] });
  return Object.entries(schema).flatMap(([resource, { fields, relations }]) => {
    const before = own(base, resource);
    const changes = <Item>(
      group: SchemaChange['group'],
      old: { readonly [name: string]: Item } = {},
      current: { readonly [name: string]: Item },
      print: (item: Item) => Code,
    ) =>
      Object.keys({ ...old, ...current })
        .sort(idFirst)
        .map((name) => {
          const [left, right] = [own(old, name), own(current, name)];
          return { resource, group, name, before: left && print(left), after: right && print(right) };
        })
        .filter((change) => flat(change.before ?? '') !== flat(change.after ?? ''));
    return [
      ...changes('fields', before?.fields, fields, codeOf),
      ...changes('relations', before?.relations, relations, relationCode),
    ];
  });
}

function fieldCode(field: Field): Code {
  const isArray = field.format === 'array';
  const plain: Code = { call: field.kind, args: [...field.values, ...(isArray ? ['array'] : [])].map(quote) };
  const code: Code = field.nullable ? { call: 'nullable', args: [plain] } : plain;
  const { follows, references, shared, format } = field;
  const options = dataCode({ follows, references, shared, format: isArray ? undefined : format });
  if (!field.computed) return flat(options) === '{}' ? code : { call: 'mockValues', args: [code, options] };
  const value = flat(dataCode(placeholderOf(field)));
  return { call: 'computed', args: [code, `() => ${value === '{}' ? '({})' : value}`] };
}

function relationCode({ target, cardinality, foreignKey, nullable, filterable }: Relation): Code {
  const options = { foreignKey, ...(nullable && { nullable }), ...(filterable && { filterable }) };
  return { call: cardinality, args: [quote(target), dataCode(options)] };
}
