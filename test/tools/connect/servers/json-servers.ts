import type { JsonObject, JsonValue } from 'payments-data-client';
import { resolveDialect } from '../../../../src/dialect/resolve-dialect.js';
import { jsonContains, jsonEquals, jsonExists } from '../../../../src/query/match/match-json.js';
import { comparators } from '../../../../src/schema/kinds.js';
import { resourceOf } from '../../../../src/schema/resources.js';
import { isPlainObject, own } from '../../../../src/values/plain-object.js';
import { changeFilters } from './change-filters.js';
import { changeSentJson, mapMembers } from './change-sent-json.js';
import type { ChangedServer } from './changed-server.js';
import { schema } from './service-query.js';

const ids = 'include=id:true';

const { json } = resolveDialect('test');

/** Comparators of JSON fields with another meaning. */
const changeJson = (tests: {
  readonly [comparator: string]: (value: JsonValue, operand: JsonValue) => boolean;
}) =>
  changeFilters({
    comparison: ({ field, op, operand }) => {
      const test = field.kind === 'json' ? tests[op] : undefined;
      return test && ((value) => test(value, operand));
    },
  });

const isObject = (value: JsonValue | undefined): value is JsonObject => isPlainObject(value);

const isEmpty = (value: JsonValue | undefined): boolean =>
  isObject(value) && Object.keys(value).length === 0;

/** Whether each key of the operand is there, and its value passes. */
const everyKey = (
  value: JsonValue,
  operand: JsonValue,
  matches: (value: JsonValue, operand: JsonValue) => boolean,
): boolean =>
  isObject(value) &&
  Object.entries(operand as JsonObject).every(
    ([key, wanted]) => Object.hasOwn(value, key) && matches(value[key] ?? null, wanted),
  );

/** `contains` that treats one kind of member in another way, at any depth of objects. */
const containsBut =
  (special: (value: JsonValue, operand: JsonValue) => boolean | undefined) =>
  (value: JsonValue, operand: JsonValue): boolean => {
    const matches = (inner: JsonValue, wanted: JsonValue): boolean => {
      const result = special(inner, wanted);
      if (result !== undefined) return result;
      if (isObject(wanted) && !isEmpty(wanted)) return everyKey(inner, wanted, matches);
      return jsonContains(inner, wanted, json) === true;
    };
    return everyKey(value, operand, matches);
  };

/** Whether the steps of a path lead to a key. */
function hasPath(value: JsonValue, path: string): boolean {
  const [key = '', ...rest] = path.split('.');
  if (!isObject(value) || !Object.hasOwn(value, key)) return false;
  return rest.length === 0 || hasPath(value[key] ?? null, rest.join('.'));
}

const isComparator = (key: string): boolean =>
  (comparators.json as readonly string[]).includes(key);

/** Filters on JSON fields, before they are checked. */
const changeBareJson = (change: (value: JsonValue) => JsonValue) =>
  changeSentJson({
    filter: (level, resource) => {
      const { fields } = resourceOf(schema, resource);
      return mapMembers(level, (key, value) =>
        own(fields, key)?.kind === 'json' ? change(value) : value,
      );
    },
  });

/** The text of JSON, which depends on the order of keys. */
const isSameText = (value: JsonValue, operand: JsonValue): boolean =>
  JSON.stringify(value) === JSON.stringify(operand);

export const jsonServers: readonly ChangedServer[] = [
  {
    name: 'compares only the first level in contains',
    change: changeJson({
      contains: (value, operand) =>
        everyKey(value, operand, (inner, wanted) =>
          isEmpty(wanted)
            ? isObject(inner)
            : isObject(wanted)
              ? jsonEquals(inner, wanted)
              : jsonContains(inner, wanted, json) === true,
        ),
    }),
    shownBy: `/balances?where=variables:{contains:{limits:{daily:'5000.00'}}}&${ids}`,
    keeps: [
      `/balances?where=variables:{contains:{tier:'gold'}}&${ids}`,
      `/balances?where=variables:{contains:{limits:{}}}&${ids}`,
    ],
  },
  {
    name: 'matches any value with an empty object in contains',
    change: changeJson({
      contains: containsBut((_, wanted) => (isEmpty(wanted) ? true : undefined)),
    }),
    shownBy: `/balances?where=variables:{contains:{tier:{}}}&${ids}`,
    keeps: [
      `/balances?where=variables:{contains:{limits:{}}}&${ids}`,
      `/balances?where=variables:{not_contains:{tier:{}}}&${ids}`,
    ],
  },
  {
    name: 'reads an empty object in contains as equality',
    change: changeJson({
      contains: containsBut((value, wanted) => (isEmpty(wanted) ? isEmpty(value) : undefined)),
    }),
    shownBy: `/balances?where=variables:{contains:{limits:{}}}&${ids}`,
    keeps: [`/balances?where=variables:{contains:{limits:{daily:'5000.00'}}}&${ids}`],
  },
  {
    name: 'matches not_contains exactly if contains does not match',
    change: changeJson({
      not_contains: (value, operand) => jsonContains(value, operand, json) !== true,
    }),
    shownBy: `/balances?where=variables:{not_contains:{tier:{}}}&${ids}`,
    keeps: [
      `/balances?where=variables:{not_contains:{tier:'gold'}}&${ids}`,
      `/balances?where=variables:{contains:{tier:{}}}&${ids}`,
    ],
  },
  {
    name: 'does not match null with not_contains of JSON, as SQL',
    change: changeJson({
      not_contains: (value, operand) =>
        value !== null && jsonContains(value, operand, json) === false,
    }),
    shownBy: `/balances?where=variables:{not_contains:{tier:'gold'}}&${ids}`,
    keeps: [
      `/balances?where=variables:null&${ids}`,
      `/balances?where=variables:{not_exists:'tier'}&${ids}`,
    ],
  },
  {
    name: 'compares whole arrays in contains',
    change: changeJson({
      contains: containsBut((value, wanted) =>
        Array.isArray(wanted) ? jsonEquals(value, wanted) : undefined,
      ),
    }),
    shownBy: `/balances?where=variables:{contains:{tags:['eu']}}&${ids}`,
    keeps: [`/balances?where=variables:{contains:{tags:['vip','eu']}}&${ids}`],
  },
  {
    name: 'finds no key that holds null with exists',
    change: changeJson({
      exists: (value, path) =>
        jsonExists(value, String(path), json) && (!isObject(value) || value[String(path)] !== null),
      not_exists: (value, path) =>
        !jsonExists(value, String(path), json) || (isObject(value) && value[String(path)] === null),
    }),
    shownBy: `/balances?where=variables:{exists:'note'}&${ids}`,
    keeps: [
      `/balances?where=variables:{exists:'kyc'}&${ids}`,
      `/balances?where=variables:{exists:'kyc.level'}&${ids}`,
    ],
  },
  {
    name: 'does not follow dotted paths in exists',
    change: changeJson({
      exists: (value, path) => isObject(value) && Object.hasOwn(value, String(path)),
      not_exists: (value, path) => !isObject(value) || !Object.hasOwn(value, String(path)),
    }),
    shownBy: `/balances?where=variables:{exists:'kyc.level'}&${ids}`,
    keeps: [
      `/balances?where=variables:{exists:'kyc'}&${ids}`,
      `/balances?where=variables:{exists:'risk.score'}&${ids}`,
    ],
  },
  {
    name: 'depends on the order of keys in eq of JSON',
    change: changeJson({ eq: isSameText, neq: (value, operand) => !isSameText(value, operand) }),
    shownBy: `/balances?where=variables:{eq:{tags:['vip','eu'],tier:'silver'}}&${ids}`,
    keeps: [
      `/balances?where=variables:{eq:{tier:'silver',tags:['vip','eu']}}&${ids}`,
      `/balances?where=variables:null&${ids}`,
    ],
  },
  {
    name: 'does not match null with eq: null on JSON',
    change: changeJson({ eq: (value, operand) => operand !== null && jsonEquals(value, operand) }),
    shownBy: `/balances?where=variables:{eq:null}&${ids}`,
    keeps: [
      `/balances?where=external_id:{eq:null}&${ids}`,
      `/balances?where=variables:{neq:null}&${ids}`,
    ],
  },
  {
    name: 'matches a missing key with null in contains, as MongoDB',
    change: changeJson({
      contains: (value, operand) =>
        isObject(value) &&
        isObject(operand) &&
        Object.entries(operand).every(([key, wanted]) =>
          wanted === null
            ? (value[key] ?? null) === null
            : jsonContains(value, { [key]: wanted }, json) === true,
        ),
    }),
    shownBy: `/balances?where=variables:{contains:{note:null}}&${ids}`,
    keeps: [`/balances?where=variables:{contains:{tier:'gold'}}&${ids}`],
  },
  {
    name: 'reads every dot in exists as a step of a path',
    change: changeJson({
      exists: (value, path) => hasPath(value, String(path)),
      not_exists: (value, path) => !hasPath(value, String(path)),
    }),
    shownBy: `/balances?where=variables:{exists:'risk.score'}&${ids}`,
    keeps: [
      `/balances?where=variables:{exists:'kyc.level'}&${ids}`,
      `/balances?where=variables:{exists:'note'}&${ids}`,
    ],
  },
  {
    name: 'does not match null with not_exists, as SQL',
    change: changeJson({
      not_exists: (value, path) => value !== null && !jsonExists(value, String(path), json),
    }),
    shownBy: `/balances?where=variables:{not_exists:'tier'}&${ids}`,
    keeps: [
      `/balances?where=variables:{exists:'tier'}&${ids}`,
      `/balances?where=variables:null&${ids}`,
    ],
  },
  {
    name: 'reads a bare object on JSON as equality',
    change: changeBareJson((value) =>
      isObject(value) && !isEmpty(value) && !Object.keys(value).some(isComparator)
        ? { eq: value }
        : value,
    ),
    shownBy: `/balances?where=variables:{tier:'gold'}&${ids}`,
    keeps: [
      `/balances?where=variables:{}&${ids}`,
      `/balances?where=variables:{contains:{tier:'gold'}}&${ids}`,
      `/balances?where=name:{tier:'gold'}&${ids}`,
    ],
  },
  {
    name: 'reads an empty object on JSON as equality',
    change: changeBareJson((value) => (isEmpty(value) ? { eq: {} } : value)),
    shownBy: `/balances?where=variables:{}&${ids}`,
    keeps: [`/balances?where=variables:{tier:'gold'}&${ids}`, `/balances?where=name:{}&${ids}`],
  },
];
