import type { JsonObject } from 'payments-data-client';
import { isPlainObject } from '../../../../src/values/plain-object.js';
import { changeIncludedRows } from './change-included-rows.js';
import {
  changeSelection,
  emptyLevel,
  hasFlags,
  type IncludedRelation,
  type IncludeLevel,
  readLevel,
} from './change-selection.js';
import { changeSentJson, mapMembers } from './change-sent-json.js';
import { type Change, type ChangedServer, Rejection } from './changed-server.js';
import { changeQuery } from './service-query.js';

/** The flags of fields on all levels of an include. */
const allFlags = ({ flags, relations }: IncludeLevel): unknown[] => [
  ...Object.values(flags),
  ...relations.flatMap(({ level }) => allFlags(level)),
];

const isMixed = (flags: readonly unknown[]): boolean =>
  flags.includes(true) && flags.includes(false);

const isInSummary = (name: string): boolean =>
  name === 'id' || name === 'name' || name === 'status';

/** Leaves rows out unless each of their relations passes. */
const joinInner = (passes: (relation: IncludedRelation, related: unknown) => boolean): Change =>
  changeQuery(async (query, { request, next }) => {
    const { relations } = readLevel(query);
    if (!query.isList || relations.length === 0) return undefined;
    const rows: JsonObject[] = await (await next(request)).json();
    return Response.json(
      rows.filter((row) => relations.every((relation) => passes(relation, row[relation.name]))),
    );
  });

const hasRows = (related: unknown): boolean =>
  Array.isArray(related) ? related.length > 0 : related !== null;

/** Services that return related rows in another way. */
export const includeRelationServers: readonly ChangedServer[] = [
  {
    name: 'ignores relations in an include',
    change: changeSelection({ relations: () => [] }),
    shownBy: '/balances?take=1&include=name:true,unit:true',
    keeps: ['/balances?take=1&include=name:true', '/balances?take=1'],
  },
  {
    name: 'returns the row of a to-one relation in an array',
    change: changeIncludedRows((row, { relations }) => {
      for (const { name } of relations)
        if (isPlainObject(row[name])) row[name] = [row[name] ?? null];
    }),
    shownBy: '/balances?take=1&include=unit:true',
    keeps: ['/balances?take=1', '/accounts?take=1&include=balances:true'],
  },
  {
    name: 'returns a summary of related rows by default',
    change: changeSelection({
      fields: (level, usual) =>
        level.depth > 0 && !hasFlags(level) ? usual.filter(isInSummary) : usual,
    }),
    shownBy: '/balances?take=1&include=unit:true',
    keeps: [
      '/balances?take=1&include=unit:{symbol:true}',
      '/balances?take=1&include=unit:{symbol:false}',
    ],
  },
  {
    name: 'returns only the id of a relation with an empty include',
    change: changeSentJson({
      include: (level) =>
        mapMembers(level, (_, value) =>
          isPlainObject(value) && Object.keys(value).length === 0 ? { id: true } : value,
        ),
    }),
    shownBy: '/balances?take=1&include=unit:{}',
    keeps: ['/balances?take=1&include=unit:true', '/balances?take=1&include={}'],
  },
  {
    name: 'returns the id of a related row only if it is named',
    change: changeIncludedRows((row, { depth, flags }) => {
      if (depth > 0 && Object.values(flags).includes(true) && flags.id !== true) delete row.id;
    }),
    shownBy: '/balances?take=1&include=unit:{name:true}',
    keeps: [
      '/balances?take=1&include=name:true',
      '/balances?take=1&include=unit:{name:true,id:true}',
      '/balances?take=1&include=unit:{name:false}',
    ],
  },
  {
    name: 'ignores relations in the exclusion form',
    change: changeSelection({
      relations: ({ flags, relations }) => (Object.values(flags).includes(false) ? [] : relations),
    }),
    shownBy: '/balances?take=1&include=name:false,unit:true',
    keeps: [
      '/balances?take=1&include=name:false',
      '/balances?take=1&include=unit:true',
      '/balances?take=1&include=name:true,unit:{name:false}',
    ],
  },
  {
    name: 'ignores the exclusion form next to a relation',
    change: changeSelection({
      fields: (level, usual) => {
        const isExclusion = Object.values(level.flags).includes(false);
        return level.relations.length > 0 && isExclusion
          ? [...usual, ...Object.keys(level.flags)]
          : usual;
      },
    }),
    shownBy: '/balances?take=1&include=name:false,unit:true',
    keeps: [
      '/balances?take=1&include=name:false',
      '/balances?take=1&include=name:true,unit:{name:false}',
    ],
  },
  {
    name: 'rejects true and false on different levels of an include',
    change: changeQuery(async (query) => {
      if (isMixed(allFlags(readLevel(query))))
        throw new Rejection('true and false cannot be mixed.');
      return undefined;
    }),
    shownBy: '/balances?take=1&include=name:true,unit:{name:false}',
    keeps: [
      '/balances?take=1&include=name:true,unit:{name:true}',
      '/balances?take=1&include=name:false,unit:true',
    ],
  },
  {
    name: 'returns null for a list of related rows without a match',
    change: changeIncludedRows((row, { relations }) => {
      for (const { name, where } of relations) {
        const related = row[name];
        if (where && Array.isArray(related) && related.length === 0) row[name] = null;
      }
    }),
    shownBy: `/accounts?include=status:true,balances:{where:{type:'custom'}}`,
    keeps: [
      '/accounts?include=status:true,balances:true',
      `/accounts?include=balances:{where:{type:'main'}}`,
    ],
  },
  {
    name: 'leaves a to-one relation out if its row does not match',
    change: changeIncludedRows((row, { relations }) => {
      for (const { name, where } of relations) if (where && row[name] === null) delete row[name];
    }),
    shownBy: `/balances?take=1&include=name:true,unit:{where:{name:'nothing'}}`,
    keeps: [
      '/balances?take=1&include=unit:true',
      `/accounts?include=status:true,balances:{where:{type:'custom'}}`,
    ],
  },
  {
    name: 'leaves out rows whose to-one relation does not match',
    change: joinInner(({ where }, related) => where === undefined || related !== null),
    shownBy: `/balances?include=name:true,unit:{where:{name:'EUR'}}`,
    keeps: [
      '/balances?include=name:true,unit:true',
      `/accounts?include=status:true,balances:{where:{type:'custom'}}`,
    ],
  },
  {
    name: 'leaves out rows without related rows, as an inner join',
    change: joinInner(({ where }, related) => where !== undefined || hasRows(related)),
    shownBy: '/transactions?include=status:true,lines:true',
    keeps: [
      '/transactions?include=status:true',
      `/accounts?include=status:true,balances:{where:{type:'custom'}}`,
    ],
  },
  {
    name: 'ignores an include next to a filter',
    change: changeSelection({
      relations: ({ resource, relations, depth }) =>
        relations.map((relation) => {
          const target = resource.relations[relation.name]?.target;
          if (!relation.where || target === undefined) return relation;
          return { ...relation, level: emptyLevel(target, depth + 1) };
        }),
    }),
    shownBy: `/accounts?include=status:true,balances:{where:{type:'main'},include:{name:true}}`,
    keeps: [
      '/accounts?include=status:true,balances:{name:true}',
      `/accounts?include=status:true,balances:{where:{type:'main'}}`,
    ],
  },
];
