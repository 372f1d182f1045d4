import { schema, titled, typeOf } from '../schema.mjs';
import * as own from './payments-data-client.mjs';

// The lower bound: the result type of this client's queries, without checking filters, keys or flags.
export const title = 'the bare result type, without checks';
export const { prelude, print } = own;

export function files() {
  const interfaces = Object.entries(schema).map(([name, { fields, relations }]) => {
    const properties = Object.entries(fields).map(([key, field]) => `  ${key}: ${typeOf(field)};`);
    const links = Object.entries(relations).map(
      ([key, [cardinality, target]]) =>
        `  ${key}: { target: '${target}'; many: ${cardinality === 'many'} };`,
    );
    return `interface ${titled(name)} {\n${properties.join('\n')}\n}\ninterface ${titled(name)}Relations {\n${links.join('\n')}\n}`;
  });
  const entities = Object.keys(schema).map(
    (name) => `  ${name}: { row: ${titled(name)}; relations: ${titled(name)}Relations };`,
  );
  const resources = Object.entries(schema).map(
    ([name, { plural }]) =>
      `  ${plural}: { list<const I>(query?: { where?: object; include?: I; take?: number }): Promise<Result<'${name}', I>[]> };`,
  );
  return {
    'schema.ts': `${interfaces.join('\n')}
interface Entities {
${entities.join('\n')}
}
type Chosen<Row, I> = true extends I[keyof I & keyof Row]
  ? 'id' | (keyof I & keyof Row)
  : false extends I[keyof I & keyof Row] ? Exclude<keyof Row, keyof I> : keyof Row;
type Related<Link extends { target: keyof Entities; many: boolean }, I> = Link['many'] extends true
  ? Result<Link['target'], I>[]
  : Result<Link['target'], I>;
type Result<Name extends keyof Entities, I> = I extends { where: unknown; include: infer Inner } ? Result<Name, Inner> : {
  [Key in (Chosen<Entities[Name]['row'], I> | (keyof I & keyof Entities[Name]['relations']))]: Key extends keyof Entities[Name]['row']
    ? Entities[Name]['row'][Key]
    : Key extends keyof I & keyof Entities[Name]['relations']
      ? Entities[Name]['relations'][Key] extends infer Link extends { target: keyof Entities; many: boolean } ? Related<Link, I[Key]> : never
      : never;
};
export declare const client: {
${resources.join('\n')}
};
`,
  };
}
