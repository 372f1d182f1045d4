import { join } from 'node:path';
import { expect, it } from 'vitest';
import { complain, type Version } from './compiler.js';
import { root } from './declarations.js';
import { table } from './table.js';

/** What programs write around a call, and whether it compiles. */
const wishes = table('wishes.txt', 4).map(([number, expected, sentence, code]) => ({
  number: Number(number),
  compiles: expected === 'compiles',
  title: `${number}: ${expected} ${sentence}`,
  code,
}));

/** What each wish finds: a client, its parts, and what programs declare around them. */
const opening = `
import { QueryClient } from '@tanstack/query-core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createClient, defineSchema, extendSchema, one, paymentsSchema, pickSchema, string, uuid } from 'payments-data-client';
import type { Account, ApiKeysResource, AsJson, Balance, Client, GetMethod, Gets, Include, ListMethod, ListParameters, ListQuery, Lists, OrderBy, PaginationMethods, Row, SchemaShape, Selected, ValidInclude, Where } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { getQueryOptions, infiniteListQueryOptions, listQueryOptions, queryKeys } from 'payments-data-client/tanstack-query';
import { vi } from 'vitest';
const client = createClient(createMock().clientOptions);
const lists: Lists = client;
const gets: Gets = client;
type Listed = 'balances' | 'accounts' | 'transactions';
type Same<One, Two> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Two ? 1 : 2 ? true : false;
declare function same<One, Two>(same: Same<One, Two>): void;
declare const flag: boolean;
declare const oneOfTwo: 'accounts' | 'balances';
type Identifier = { id: string; identifier: string };
type Named = { id: string; name: string };
const rows: Named[] = [{ id: 'b1', name: 'Rent' }];
interface Props { include?: Include<'balances'>; take?: number }
interface Limits { daily: number; note?: string }
interface Variables { tier: 'gold' | 'silver'; limits: Limits }
declare const limits: Limits;
declare const variables: Variables;
const pageSchema = pickSchema(paymentsSchema, { balances: ['name', 'unit'], units: ['symbol'] });
const page = createClient({ baseUrl: 'https://api.example.com', apiKey: null, schema: pageSchema });
const wider = createClient({ baseUrl: 'https://api.example.com', apiKey: null, schema: extendSchema(paymentsSchema, { balances: { fields: { opened_by: string() } } }) });
const odd = createClient({ baseUrl: 'https://api.example.com', apiKey: null, schema: defineSchema({
  places: { path: '/places', operations: ['list'], fields: { id: uuid(), name: string(), where: string(), include: string() } },
  visits: { path: '/visits', operations: ['list'], fields: { id: uuid(), place_id: uuid() }, relations: { place: one('places', { foreignKey: 'place_id' }) } },
}) });
const hookOfMethod = <N extends Listed, const I extends ValidInclude<N, I>>(resource: ListMethod<N>, include: I) => useQuery(listQueryOptions(resource, { include }));
const hookOfPages = <N extends Listed, const I extends ValidInclude<N, I>>(resource: ListMethod<N>, include: I) => useInfiniteQuery(infiniteListQueryOptions(resource, { include }));
const hookOfName = <N extends Listed, const I extends ValidInclude<N, I>>(name: N, include: I) => useQuery(listQueryOptions(lists[name], { include }));
class Picked { constructor(private readonly balances: Pick<Client['balances'], 'list'>) {} async names() { return (await this.balances.list({ include: { name: true } })).map(({ name }) => name); } }
class Service { constructor(private readonly balances: ListMethod<'balances'>) {} async names() { return (await this.balances.list({ include: { name: true } })).map(({ name }) => name); } }
class Statement { constructor(private readonly balances: ListMethod<'balances'> & GetMethod<'balances'>) {} async amount() { const [row] = await this.balances.list({ include: { name: true } }); return row && (await this.balances.get(row.id, { include: { balance: true } })).balance; } }
const firstOf = async <N extends Listed, const I extends ValidInclude<N, I>>(resource: ListMethod<N>, include: I): Promise<Selected<N, I> | undefined> => { const [row] = await resource.list({ include, take: 1 }); return row; };
class Cache<N extends Listed> { constructor(private readonly resource: ListMethod<N>) {} load(): Promise<Row<N>[]> { return this.resource.list(); } }
class CacheOfMethod<N extends Listed> { constructor(private readonly list: ListMethod<N>['list']) {} load(): Promise<Row<N>[]> { return this.list(); } }
class Repository<N extends keyof Lists> {
  constructor(private readonly lists: Pick<Lists, N>, private readonly name: N) {}
  find(where: Where<N>): Promise<Row<N>[]> { return this.lists[this.name].all({ where }); }
  pick<const I extends ValidInclude<N, I>>(include: I): Promise<Selected<N, I>[]> { return this.lists[this.name].list({ include }); }
}
const paged = <R>(list: (query: { skip: number; take: number }) => PromiseLike<R[]>) => list({ skip: 0, take: 5 });
const loadFromLists = <N extends Listed, const I extends ValidInclude<N, I>>(name: N, include: I): Promise<Selected<N, I>[]> => lists[name].list({ include });
const findInLists = <N extends keyof Lists>(name: N, where: Where<N>): Promise<Row<N>[]> => lists[name].list({ where, take: 5 });
`;

const firstLine = opening.split('\n').length - 1;
const file =
  opening + wishes.map(({ number, code }) => `export const wish${number} = ${code};`).join('\n');

/**
 * The wishes that do not hold, by the reason. A wish leaves the list as soon as it holds, and none
 * may join it without a reason that a design cannot remove.
 */
const reasons: readonly (readonly [reason: string, numbers: readonly number[]])[] = [
  [
    'the compiler infers no name from `Client[Name]`, and puts no member for `client[name]`, because Client is an intersection: write ListMethod<Name>, or look the resource up in Lists',
    [1, 3, 5, 9, 11, 12, 44, 45, 47, 48],
  ],
  [
    'the promise of a client has `withResponse`: stub ListMethod, GetMethod, PaginationMethods or ApiKeysResource',
    [24, 27, 34],
  ],
  [
    'a method of Client has an overload for its default row: stub ListMethod or PaginationMethods',
    [20, 32, 33],
  ],
  [
    'ReturnType of an overloaded method is one row type, the default one: spy on a ListMethod',
    [28, 29, 114],
  ],
  ['the compiler compares overloads with a port that is not generic one by one', [35]],
  [
    'the compiler combines generic methods only if their type parameters are the same, and here these carry the check of the include: look the resource up in Lists, in a generic function',
    [51, 52, 53, 56, 57],
  ],
  ['`as const` does not reach into a spread: use `satisfies Include<…>`', [58]],
  ['an interface has no index signature: use AsJson', [66, 67, 68, 121, 122]],
  ['Parameters of a generic method lose its include: use ListQuery', [72, 73]],
];

/** In TypeScript 5.4, `yield*` of an AsyncIterable does not fit into an AsyncGenerator. */
const inOldCompilers: Partial<Record<Version, readonly number[]>> = { '5.4': [94] };

/** Tests that all wishes hold but those with a reason, and that the latter still do not. */
export const testWishes = (version: Version, exactOptionalPropertyTypes = true) =>
  it(`the wishes that hold with TypeScript ${version}, ${exactOptionalPropertyTypes ? 'with' : 'without'} exactOptionalPropertyTypes, are all but those with a reason`, {
    timeout: 120_000,
  }, () => {
    const complaints = complain(version, file, {
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      exactOptionalPropertyTypes,
    });
    expect(complaints.filter(({ line }) => line < firstLine)).toEqual([]);
    const wrong = new Set(complaints.map(({ line }) => line - firstLine));
    const failing = wishes.filter(({ compiles }, index) => wrong.has(index) === compiles);
    const expected = [
      ...reasons.flatMap(([, numbers]) => numbers),
      ...(inOldCompilers[version] ?? []),
    ];
    expect(failing.map(({ title }) => title)).toEqual(
      wishes.filter(({ number }) => expected.includes(number)).map(({ title }) => title),
    );
  });
