import type { Field } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { Resource } from '../../schema/resource.js';
import type { Resources } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { type Code, dataCode, flat, type Member, type ObjectCode, quote } from '../../values/print-code.js';
import { placeholderOf } from '../infer/infer-field.js';
import { idFirst } from '../infer/infer-schema.js';

/**
 * The argument of `extendSchema` that makes a schema of another one.
 *
 * @param comments - By path, such as `accounts.tags`.
 */
export function extensionCode(
  base: Resources,
  schema: Resources,
  comments: ReadonlyMap<string, string>,
): ObjectCode {
  const changed = Object.entries(schema).flatMap(([name, resource]): Member[] => {
    const members = changedMembers(own(base, name), resource, (key) => comments.get(`${name}.${key}`));
    return members.length === 0 ? [] : [{ key: name, value: { members, isBlock: true } }];
  });
  return { members: changed, isBlock: true };
}

function changedMembers(
  base: Resource | undefined,
  { path, operations, fields, relations }: Resource,
  commentOn: (key: string) => string | undefined,
): Member[] {
  const group = <Item>(
    key: string,
    old: { readonly [name: string]: Item } = {},
    current: { readonly [name: string]: Item },
    codeOf: (item: Item) => Code,
  ): Member[] => {
    const members = [...new Set([...Object.keys(old), ...Object.keys(current)])]
      .sort(idFirst)
      .flatMap((name): Member[] => {
        const [before, item] = [own(old, name), own(current, name)];
        if (item === undefined) return [{ key: name, value: 'null' }];
        if (before === item || (before !== undefined && flat(codeOf(before)) === flat(codeOf(item))))
          return [];
        return [{ key: name, value: codeOf(item), comment: commentOn(name) }];
      });
    return members.length === 0 ? [] : [{ key, value: { members, isBlock: true } }];
  };
  const isMoved = path !== undefined && path !== base?.path;
  return [
    ...(isMoved
      ? [
          { key: 'path', value: quote(path) },
          { key: 'operations', value: `[${operations.map(quote).join(', ')}]` },
        ]
      : []),
    ...group('fields', base?.fields, fields, fieldCode),
    ...group('relations', base?.relations, relations, relationCode),
  ];
}

export function fieldCode(field: Field): Code {
  const plain: Code = { call: field.kind, args: field.values.map(quote) };
  const code: Code = field.nullable ? { call: 'nullable', args: [plain] } : plain;
  const { follows, references, shared, format } = field;
  const options = dataCode({ follows, references, shared, format });
  if (!field.computed) return flat(options) === '{}' ? code : { call: 'stored', args: [code, options] };
  const value = flat(dataCode(placeholderOf(field)));
  return { call: 'computed', args: [code, `() => ${value === '{}' ? '({})' : value}`] };
}

export function relationCode({ target, cardinality, foreignKey, nullable, filterable }: Relation): Code {
  const options = { foreignKey, ...(nullable && { nullable }), ...(filterable && { filterable }) };
  return { call: cardinality, args: [quote(target), dataCode(options)] };
}
