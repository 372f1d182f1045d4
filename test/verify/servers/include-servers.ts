import type { JsonObject } from '../../../src/schema/field.js';
import { resourceOf } from '../../../src/schema/resources.js';
import { isPlainObject, own } from '../../../src/values/plain-object.js';
import { changeSelection, emptyLevel, type IncludeLevel, readLevel } from './change-selection.js';
import { changeSentJson, dropMembers, mapMembers } from './change-sent-json.js';
import type { ChangedServer } from './changed-server.js';
import { changeQuery, schema, withJson } from './service-query.js';

const storedFields = ({ resource }: IncludeLevel): string[] =>
  Object.entries(resource.fields).flatMap(([name, { computed }]) => (computed ? [] : [name]));

const hasFlags = ({ flags }: IncludeLevel): boolean => Object.keys(flags).length > 0;

const isField = (resource: string, key: string): boolean =>
  own(resourceOf(schema, resource).fields, key) !== undefined;

/** Changes each row of a response, the related rows too. */
function changeRows(
  value: unknown,
  level: IncludeLevel,
  change: (row: JsonObject, level: IncludeLevel) => void,
) {
  if (Array.isArray(value)) for (const item of value) changeRows(item, level, change);
  if (!isPlainObject(value)) return;
  for (const { name, level: inner } of level.relations) changeRows(value[name], inner, change);
  change(value as JsonObject, level); // parsed JSON
}

export const includeServers: readonly ChangedServer[] = [
  {
    name: 'returns relations by default',
    change: changeSelection({
      relations: (level) => {
        const named = new Set([...level.relations.map(({ name }) => name), ...level.excluded]);
        const others = Object.entries(level.resource.relations).filter(([name]) => !named.has(name));
        if (hasFlags(level) || level.depth > 0) return level.relations;
        return [
          ...level.relations,
          ...others.map(([name, { target }]) => ({ name, where: undefined, level: emptyLevel(target, 1) })),
        ];
      },
    }),
    shownBy: '/balances?take=1',
    keeps: ['/balances?take=1&include=name:true', '/balances?take=1&include=name:true,unit:true'],
    differs: ['include.default-relations'],
  },
  {
    name: 'returns computed properties by default',
    change: changeSelection({
      fields: (level, usual) => (hasFlags(level) ? usual : Object.keys(level.resource.fields)),
    }),
    shownBy: '/accounts?take=1',
    keeps: ['/accounts?take=1&include=status:true', '/accounts?take=1&include=identifier:true'],
    differs: ['include.default-computed'],
  },
  {
    name: 'never returns computed properties',
    change: changeSelection({
      fields: (level, usual) => usual.filter((name) => !level.resource.fields[name]?.computed),
    }),
    shownBy: '/accounts?take=1&include=identifier:true',
    keeps: ['/accounts?take=1', '/accounts?take=1&include=status:true'],
    differs: ['include.computed'],
  },
  {
    name: 'adds the named properties to all others',
    change: changeSelection({
      fields: (level, usual) =>
        Object.values(level.flags).includes(true) ? [...storedFields(level), ...usual] : usual,
    }),
    shownBy: '/balances?take=1&include=name:true',
    keeps: ['/balances?take=1', '/balances?take=1&include=name:false', '/balances?take=1&include=unit:true'],
    differs: ['include.inclusion'],
  },
  {
    name: 'ignores the exclusion form',
    change: changeSelection({
      fields: (level, usual) => (Object.values(level.flags).includes(false) ? storedFields(level) : usual),
    }),
    shownBy: '/balances?take=1&include=name:false',
    keeps: ['/balances?take=1&include=name:true', '/balances?take=1&include=id:false'],
    differs: ['include.exclusion'],
  },
  {
    name: 'returns id only if it is named',
    change: changeQuery(async (query, { request, next }) => {
      const body: unknown = await (await next(request)).json();
      changeRows(body, readLevel(query), (row, { flags }) => {
        if (Object.values(flags).includes(true) && flags.id !== true) delete row.id;
      });
      return Response.json(body);
    }),
    shownBy: '/balances?take=1&include=name:true',
    keeps: [
      '/balances?take=1',
      '/balances?take=1&include=name:false',
      '/balances?take=1&include=id:true,name:true',
    ],
    differs: ['include.id'],
  },
  {
    name: 'does not return an excluded id',
    change: changeQuery(async (query, { request, next }) => {
      const body: unknown = await (await next(request)).json();
      changeRows(body, readLevel(query), (row, { flags }) => {
        if (flags.id === false) delete row.id;
      });
      return Response.json(body);
    }),
    shownBy: '/balances?take=1&include=id:false',
    keeps: ['/balances?take=1&include=name:false', '/balances?take=1&include=name:true'],
    differs: ['include.id-excluded'],
  },
  {
    name: 'returns only the relation if an include names nothing else',
    change: changeSelection({
      fields: (level, usual) => (level.relations.length > 0 && !hasFlags(level) ? ['id'] : usual),
    }),
    shownBy: '/balances?take=1&include=unit:true',
    keeps: ['/balances?take=1', '/balances?take=1&include=name:true,unit:true'],
    differs: ['include.relation-adds'],
  },
  {
    name: 'ignores the include of a relation',
    change: changeSelection({
      fields: (level, usual) => (level.depth > 0 ? storedFields(level) : usual),
    }),
    shownBy: '/balances?take=1&include=name:true,unit:{name:true}',
    keeps: ['/balances?take=1&include=name:true', '/balances?take=1&include=name:true,unit:true'],
    differs: ['include.nested-inclusion', 'include.nested-exclusion'],
  },
  {
    name: 'accepts an include that mixes true and false',
    change: changeSentJson({
      include: (level, resource) => {
        const isFlag = (key: string, value: unknown) => isField(resource, key) && typeof value === 'boolean';
        const isMixed =
          new Set(
            Object.entries(level)
              .filter((entry) => isFlag(...entry))
              .map(([, flag]) => flag),
          ).size > 1;
        return isMixed ? dropMembers(level, (key, value) => isFlag(key, value) && value === false) : level;
      },
    }),
    shownBy: '/balances?take=1&include=name:true,description:false',
    keeps: ['/balances?take=1&include=name:true', '/balances?take=1&include=name:true,unit:{name:false}'],
    differs: ['include.mixed'],
  },
  {
    name: 'ignores the filter inside of an included relation',
    change: changeSelection({
      relations: (level) => level.relations.map((relation) => ({ ...relation, where: undefined })),
    }),
    shownBy: `/accounts?include=status:true,balances:{where:{type:'main'}}`,
    keeps: ['/accounts?include=status:true,balances:true', `/accounts?where=balances:{some:{type:'custom'}}`],
    differs: ['include.filter-to-many', 'include.filter-to-one'],
  },
  {
    name: 'applies the filter inside of an included relation to the parents too',
    change: changeQuery(async (query, { request, next }) => {
      const parents = readLevel(query).relations.flatMap(({ name, where }) => {
        const { cardinality } = resourceOf(schema, query.resource).relations[name] ?? {};
        return where && cardinality === 'many' ? [{ [name]: { some: where } }] : [];
      });
      if (parents.length === 0 || !query.isList) return undefined;
      const filtered = await next(
        withJson(request, { ...query, parameters: new Map() }, { where: { AND: parents } }),
      );
      const ids = new Set(((await filtered.json()) as { id: string }[]).map(({ id }) => id));
      const usual: { id: string }[] = await (await next(request)).json();
      return Response.json(usual.filter(({ id }) => ids.has(id)));
    }),
    shownBy: `/accounts?include=status:true,balances:{where:{type:'custom'}}`,
    keeps: [
      '/accounts?include=status:true,balances:true',
      `/accounts?include=balances:{where:{type:'main'}}`,
    ],
    differs: ['include.filter-parents'],
  },
  {
    name: 'ignores false for a relation',
    change: changeSentJson({
      include: (level, resource) =>
        mapMembers(level, (key, value) => (value === false && !isField(resource, key) ? true : value)),
    }),
    shownBy: '/balances?take=1&include=unit:false',
    keeps: ['/balances?take=1&include=unit:true', '/balances?take=1&include=name:false'],
    differs: ['include.relation-false'],
  },
];
