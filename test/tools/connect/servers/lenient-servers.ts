import type { JsonValue } from 'payments-data-client';
import { resourceOf } from '../../../../src/schema/resources.js';
import { isPlainObject, own } from '../../../../src/values/plain-object.js';
import { changeSentJson, mapMembers } from './change-sent-json.js';
import type { Change, ChangedServer } from './changed-server.js';
import { schema, withParameters } from './service-query.js';

const ids = 'include=id:true';

/** Ignores the whole query if the mock rejects it with a message. */
const ignore =
  (message: RegExp): Change =>
  async ({ request, next }) => {
    const response = await next(request);
    if (response.status !== 400) return response;
    const { errors }: { errors: string[] } = await response.clone().json();
    return message.test(errors.join()) ? next(withParameters(request, {})) : response;
  };

/** Services that accept, and ignore, what must be rejected. */
export const lenientServers: readonly ChangedServer[] = [
  {
    name: 'ignores where if it is not JSON',
    change: ignore(/Write relaxed JSON/),
    shownBy: '/balances?where={type:',
    keeps: [`/balances?where=nmae:'x'&${ids}`],
  },
  {
    name: 'ignores comparators of other kinds of fields',
    change: ignore(/`(?!made_up|lik`)\w+` is not a comparator of (?!json)/),
    shownBy: `/transactions/lines?where=amount:{like:'5'}&${ids}`,
    keeps: [`/balances?where=name:{lik:'x'}&${ids}`],
  },
  {
    name: 'ignores filters on a list without a quantifier',
    change: ignore(/is not one of some, none and every/),
    shownBy: `/accounts?where=balances:{type:'main'}&${ids}`,
    keeps: [`/accounts?where=balances:{}&${ids}`],
  },
  {
    name: 'ignores comparisons with null that have no order',
    change: ignore(/null has no order/),
    shownBy: `/balances?where=external_id:{gt:null}&${ids}`,
    keeps: [`/balances?where=external_id:{gt:1}&${ids}`],
  },
  {
    name: 'ignores null for fields that are never null',
    change: ignore(/This field is not nullable/),
    shownBy: `/balances?where=name:null&${ids}`,
    keeps: [`/balances?where=name:1&${ids}`],
  },
  {
    name: 'ignores text that is not a decimal',
    change: ignore(/expected a decimal string/),
    shownBy: `/balances?where=balance:'x'&${ids}`,
    keeps: [`/balances?where=balance:{gt:'9'}&${ids}`],
  },
  {
    name: 'reads decimals with an exponent',
    change: changeSentJson({
      filter: (level, resource) => {
        const { fields } = resourceOf(schema, resource);
        const read = (value: JsonValue): JsonValue =>
          typeof value === 'string' && /^\d+e\d+$/.test(value) ? String(Number(value)) : value;
        return mapMembers(level, (key, value) => {
          if (own(fields, key)?.kind !== 'decimal') return value;
          return isPlainObject(value)
            ? mapMembers(value, (_, operand) => read(operand))
            : read(value);
        });
      },
    }),
    shownBy: `/balances?where=balance:{gt:'1e3'}&${ids}`,
    keeps: [`/balances?where=balance:{gt:'e'}&${ids}`, `/balances?where=name:'1e3'&${ids}`],
  },
  {
    name: 'ignores integers that readers of JSON round',
    change: ignore(/expected a safe integer/),
    shownBy: `/transactions/lines?where=amount:9007199254740993&${ids}`,
    keeps: [`/transactions/lines?where=amount:'x'&${ids}`],
  },
  {
    name: 'ignores dates without a time zone',
    change: ignore(/a date with a time zone/),
    shownBy: `/balances?where=created_at:{gt:'2025-01-01T00:00:00'}&${ids}`,
    keeps: [`/balances?where=created_at:{gt:'2025-02-30'}&${ids}`],
  },
  {
    name: 'ignores dates that do not exist',
    change: ignore(/a date such as/),
    shownBy: `/balances?where=created_at:{gt:'2025-02-30'}&${ids}`,
    keeps: [`/balances?where=created_at:{gt:'2025-01-01T00:00:00'}&${ids}`],
  },
  {
    name: 'ignores paths of other languages in exists',
    change: ignore(/a key or a dotted path/),
    shownBy: `/balances?where=variables:{exists:'$.a'}&${ids}`,
    keeps: [`/balances?where=variables:{exists:1}&${ids}`],
  },
  {
    name: 'ignores order_by with a JSON field',
    change: ignore(/cannot order by/),
    shownBy: '/balances?order_by=variables:asc',
    keeps: ['/balances?order_by=nmae:asc'],
  },
  {
    name: 'ignores an include inside of a relation without where',
    change: ignore(/only allowed next to `where`/),
    shownBy: '/balances?include=unit:{include:{name:true}}',
    keeps: ['/balances?include=nmae:true'],
  },
  {
    name: 'checks the query before the key',
    change: async ({ request, mock, next }) => {
      const signed = new Request(request);
      signed.headers.set('authorization', `APIKey ${mock.clientOptions.apiKey}`);
      const response = await next(signed);
      return response.status === 400 ? response : next(request);
    },
    shownBy: { path: `/balances?where=nmae:'x'`, authorization: () => undefined },
    keeps: ['/balances?take=1', { path: '/balances', authorization: () => undefined }],
  },
];
