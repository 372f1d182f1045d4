import { readdirSync, readFileSync } from 'node:fs';
import { extendSchema, one, type PaymentsSchema, paymentsSchema } from 'payments-data-client';

/** A call of the client and its response. The README of this folder describes the members. */
export interface WireCase {
  readonly name: string;
  readonly title: string;
  /** The rules that the case proves, such as `include 2`: see test/docs/rule-ids.test.ts. */
  readonly rules?: readonly string[];
  readonly filterable?: boolean;
  readonly call?: 'list' | 'get' | 'rename' | 'revoke' | 'delete';
  readonly resource?: string;
  readonly id?: string;
  readonly query?: { readonly include?: object };
  readonly newName?: string;
  readonly requestLine: string;
  readonly authorization?: string | null;
  readonly body?: string;
  readonly alsoWritten?: readonly string[];
  readonly status?: number;
  readonly response?: unknown;
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const filterableUnit = extendSchema(paymentsSchema, {
  balances: { relations: { unit: one('units', { foreignKey: 'unit_id', filterable: true }) } },
});

/** The schema of a case. */
export const schemaOf = ({ filterable }: WireCase): PaymentsSchema =>
  filterable ? (filterableUnit as unknown as PaymentsSchema) : paymentsSchema; // the types of queries do not matter here

/** The rows by resource that the responses contain. */
export const workspace = (): Record<string, never[]> => JSON.parse(read('./workspace.json'));

/** Every case of the folder, by name. */
export const wireCases: readonly WireCase[] = readdirSync(new URL('./cases/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => ({ ...JSON.parse(read(`./cases/${file}`)), name: file.replace('.json', '') }));

/** Cases with the name of their test, for `test.each`. */
export const named = (cases: readonly WireCase[]): [name: string, wireCase: WireCase][] =>
  cases.map((wireCase) => [`${wireCase.name}: ${wireCase.title}`, wireCase]);

/** The request line that is sent for a URL. */
export function requestLineOf(method: string, url: string): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
}
