import type { JsonObject } from 'payments-data-client';
import { resourceOf } from '../../../../src/schema/resources.js';
import { own } from '../../../../src/values/plain-object.js';
import { changeIncludedRows } from './change-included-rows.js';
import {
  changeSelection,
  emptyLevel,
  hasFlags,
  type IncludeLevel,
  readLevel,
} from './change-selection.js';
import { changeSentJson, dropMembers, mapMembers } from './change-sent-json.js';
import { type ChangedServer, Rejection } from './changed-server.js';
import { changeParameters, changeQuery, schema, withJson } from './service-query.js';

const storedFields = ({ resource }: IncludeLevel): string[] =>
  Object.entries(resource.fields).flatMap(([name, { computed }]) => (computed ? [] : [name]));

const isField = (resource: string, key: string): boolean =>
  own(resourceOf(schema, resource).fields, key) !== undefined;

const flagOf = (level: JsonObject, resource: string, isComputed: boolean): unknown =>
  Object.entries(level).find(
    ([key]) => own(resourceOf(schema, resource).fields, key)?.computed === isComputed,
  )?.[1];

export const includeServers: readonly ChangedServer[] = [
  {
    name: 'returns relations by default',
    change: changeSelection({
      relations: (level) => {
        const named = new Set([...level.relations.map(({ name }) => name), ...level.excluded]);
        const others = Object.entries(level.resource.relations).filter(
          ([name]) => !named.has(name),
        );
        if (hasFlags(level) || level.depth > 0) return level.relations;
        return [
          ...level.relations,
          ...others.map(([name, { target }]) => ({
            name,
            where: undefined,
            level: emptyLevel(target, 1),
          })),
        ];
      },
    }),
    shownBy: '/balances?take=1',
    keeps: ['/balances?take=1&include=name:true', '/balances?take=1&include=name:true,unit:true'],
  },
  {
    name: 'returns computed fields by default',
    change: changeSelection({
      fields: (level, usual) => (hasFlags(level) ? usual : Object.keys(level.resource.fields)),
    }),
    shownBy: '/accounts?take=1',
    keeps: ['/accounts?take=1&include=status:true', '/accounts?take=1&include=identifier:true'],
  },
  {
    name: 'never returns computed fields',
    change: changeSelection({
      fields: (level, usual) => usual.filter((name) => !level.resource.fields[name]?.computed),
    }),
    shownBy: '/accounts?take=1&include=identifier:true',
    keeps: ['/accounts?take=1', '/accounts?take=1&include=status:true'],
  },
  {
    name: 'adds named computed fields to all others',
    change: changeSelection({
      fields: (level, usual) => {
        const isComputed = (name: string) => level.resource.fields[name]?.computed === true;
        const named = Object.keys(level.flags).filter((name) => level.flags[name] === true);
        return named.length > 0 && named.every(isComputed)
          ? [...storedFields(level), ...usual]
          : usual;
      },
    }),
    shownBy: '/accounts?take=1&include=identifier:true',
    keeps: ['/accounts?take=1&include=status:true', '/accounts?take=1&include=identifier:false'],
  },
  {
    name: 'rejects computed fields in the exclusion form',
    change: changeSentJson({
      include: (level, resource) => {
        if (flagOf(level, resource, true) === false)
          throw new Rejection('It is not returned anyway.');
        return level;
      },
    }),
    shownBy: '/accounts?take=1&include=identifier:false',
    keeps: ['/accounts?take=1&include=identifier:true', '/accounts?take=1&include=status:false'],
  },
  {
    name: 'returns a computed field that is set to false',
    change: changeSelection({
      fields: ({ resource, flags }, usual) => [
        ...usual,
        ...Object.keys(flags).filter(
          (name) => flags[name] === false && resource.fields[name]?.computed,
        ),
      ],
    }),
    shownBy: '/accounts?take=1&include=identifier:false',
    keeps: ['/accounts?take=1&include=identifier:true', '/accounts?take=1&include=status:false'],
  },
  {
    name: 'ignores computed fields in an include with excluded ones',
    change: changeSentJson({
      include: (level, resource) => {
        if (flagOf(level, resource, true) !== true || flagOf(level, resource, false) !== false)
          return level;
        const { fields } = resourceOf(schema, resource);
        return dropMembers(level, (key) => own(fields, key)?.computed === true);
      },
    }),
    shownBy: '/accounts?take=1&include=identifier:true,status:false',
    keeps: [
      '/accounts?take=1&include=identifier:true',
      '/balances?include=name:true,description:false',
    ],
  },
  {
    name: 'returns only the id with an empty include',
    change: changeParameters((parameters) => {
      if (parameters.get('include') === '{}') parameters.set('include', 'id:true');
    }),
    shownBy: '/balances?take=1&include={}',
    keeps: ['/balances?take=1', '/balances?take=1&include=', '/balances?take=1&include=unit:{}'],
  },
  {
    name: 'returns relations with an empty include',
    change: changeParameters((parameters, { resource }) => {
      const names = Object.keys(resourceOf(schema, resource).relations);
      if (parameters.get('include') === '{}')
        parameters.set('include', names.map((name) => `${name}:true`).join());
    }),
    shownBy: '/balances?take=1&include={}',
    keeps: ['/balances?take=1', '/balances?take=1&include=', '/balances?take=1&include=unit:{}'],
  },
  {
    name: 'returns all fields if an include names only the id',
    change: changeSelection({
      fields: (level, usual) =>
        Object.keys(level.flags).join() === 'id' ? storedFields(level) : usual,
    }),
    shownBy: '/balances?take=1&include=id:true',
    keeps: ['/balances?take=1&include=id:true,name:true', '/balances?take=1&include=name:false'],
  },
  {
    name: 'adds the named fields to all others',
    change: changeSelection({
      fields: (level, usual) =>
        Object.values(level.flags).includes(true) ? [...storedFields(level), ...usual] : usual,
    }),
    shownBy: '/balances?take=1&include=name:true',
    keeps: [
      '/balances?take=1',
      '/balances?take=1&include=name:false',
      '/balances?take=1&include=unit:true',
    ],
  },
  {
    name: 'ignores the exclusion form',
    change: changeSelection({
      fields: (level, usual) =>
        Object.values(level.flags).includes(false) ? storedFields(level) : usual,
    }),
    shownBy: '/balances?take=1&include=name:false',
    keeps: ['/balances?take=1&include=name:true', '/balances?take=1&include=id:false'],
  },
  {
    name: 'returns id only if it is named',
    change: changeIncludedRows((row, { flags }) => {
      if (Object.values(flags).includes(true) && flags.id !== true) delete row.id;
    }),
    shownBy: '/balances?take=1&include=name:true',
    keeps: [
      '/balances?take=1',
      '/balances?take=1&include=name:false',
      '/balances?take=1&include=id:true,name:true',
    ],
  },
  {
    name: 'does not return an excluded id',
    change: changeIncludedRows((row, { flags }) => {
      if (flags.id === false) delete row.id;
    }),
    shownBy: '/balances?take=1&include=id:false',
    keeps: ['/balances?take=1&include=name:false', '/balances?take=1&include=name:true'],
  },
  {
    name: 'returns only the relation if an include names nothing else',
    change: changeSelection({
      fields: (level, usual) => (level.relations.length > 0 && !hasFlags(level) ? ['id'] : usual),
    }),
    shownBy: '/balances?take=1&include=unit:true',
    keeps: ['/balances?take=1', '/balances?take=1&include=name:true,unit:true'],
  },
  {
    name: 'ignores the include of a relation',
    change: changeSelection({
      fields: (level, usual) => (level.depth > 0 ? storedFields(level) : usual),
    }),
    shownBy: '/balances?take=1&include=name:true,unit:{name:true}',
    keeps: ['/balances?take=1&include=name:true', '/balances?take=1&include=name:true,unit:true'],
  },
  {
    name: 'accepts an include that mixes true and false',
    change: changeSentJson({
      include: (level, resource) => {
        const isFlag = (key: string, value: unknown) =>
          isField(resource, key) && typeof value === 'boolean';
        const isMixed =
          new Set(
            Object.entries(level)
              .filter((entry) => isFlag(...entry))
              .map(([, flag]) => flag),
          ).size > 1;
        return isMixed
          ? dropMembers(level, (key, value) => isFlag(key, value) && value === false)
          : level;
      },
    }),
    shownBy: '/balances?take=1&include=name:true,description:false',
    keeps: [
      '/balances?take=1&include=name:true',
      '/balances?take=1&include=name:true,unit:{name:false}',
    ],
  },
  {
    name: 'ignores the filter inside of an included relation',
    change: changeSelection({
      relations: (level) => level.relations.map((relation) => ({ ...relation, where: undefined })),
    }),
    shownBy: `/accounts?include=status:true,balances:{where:{type:'main'}}`,
    keeps: [
      '/accounts?include=status:true,balances:true',
      `/accounts?where=balances:{some:{type:'custom'}}`,
    ],
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
  },
  {
    name: 'ignores false for a relation',
    change: changeSentJson({
      include: (level, resource) =>
        mapMembers(level, (key, value) =>
          value === false && !isField(resource, key) ? true : value,
        ),
    }),
    shownBy: '/balances?take=1&include=unit:false',
    keeps: ['/balances?take=1&include=unit:true', '/balances?take=1&include=name:false'],
  },
];
