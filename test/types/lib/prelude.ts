/**
 * What every snippet of the tables finds: a client, and values whose types the compiler knows only
 * roughly.
 */
export const prelude = `
import { createClient, extendSchema, one, paymentsSchema } from 'payments-data-client';
import type { Account, Balance, Include, ListMethod, ListParameters, ListQuery, OrderBy, Row, Selected, Transaction, TransactionLine, Unit, ValidInclude, Where } from 'payments-data-client';
const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key' });
declare const flag: boolean;
declare const other: boolean;
declare const maybe: string | undefined;
declare const words: string[];
declare const nullable: string | null;
declare const anything: any;
declare const nothing: never;
declare const wide: Include<'balances'>;
declare const wideOrNone: Include<'balances'> | undefined;
declare const written: { name: true; account: { status: true } };
declare const looseFlags: Record<string, boolean>;
const widened = { name: true };
declare const search: { text?: string; from?: Date };
declare const comparator: 'gt' | 'lt';
declare const column: 'name' | 'type';
declare const parameters: ListParameters<'balances'> | undefined;
declare const balanceFilter: Where<'balances'>;
declare const range: { gte?: Date; lt?: Date };
const widenedTwice = { name: true, type: true };
const widenedInside = { unit: { name: true, symbol: true } };
const frozen = { name: true, unit: { symbol: true } } as const;
const frozenTypo = { name: true, unit: { nmae: true } } as const;
const typo = { unit: { nmae: true } } as const;
const frozenMix = { name: true, type: false } as const;
const looseTypo = { unit: { name: true, nmae: true } };
const mixedArms = flag ? { name: true, type: false } as const : { unit: true } as const;
const frozenWhere = { name: { in: ['a', 'b'] }, OR: [{ type: 'main' }, { AND: [{ balance: { gt: '1' } }] }] } as const;
type Same<One, Two> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Two ? 1 : 2 ? true : false;
/** Takes a list whose rows are exactly of a type. */
declare function rows<Row>(): <Actual>(list: Promise<Actual[]>, same: Same<Actual, Row>) => void;
declare function same<One, Two>(same: Same<One, Two>): void;
async function load<const Chosen extends ValidInclude<'balances', Chosen>>(include: Chosen) { return client.balances.list({ include }); }
const loadAny = <const Chosen extends Include<'balances'>>(include: Chosen) => client.balances.list({ include });
const loadSome = <const Chosen extends Include<'transactions'>>(include?: Chosen) => client.transactions.list({ include });
const loadWidened = () => client.balances.list({ include: widened });
const loadFrozen = () => client.balances.list({ include: frozen });
type Wide = Selected<'balances', Include<'balances'>>;
const openSchema = extendSchema(paymentsSchema, {
  balances: { relations: { unit: one('units', { foreignKey: 'unit_id', filterable: true }) } },
});
const open = createClient({ baseUrl: 'x', apiKey: 'x', schema: openSchema });
declare const optional: { take?: number; include?: { name: true } };
declare const optionalOrNone: { include?: { name: true } | undefined };
`;
