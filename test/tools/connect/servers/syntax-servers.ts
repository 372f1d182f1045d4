import { type Change, type ChangedServer, Rejection } from './changed-server.js';
import { changeParameters, changeQuery, withParameters } from './service-query.js';

const ids = 'include=id:true';

/** Rejects text in parameters that does not pass, after everything else was checked. */
export const rejectText = (
  isAccepted: (text: string) => boolean,
  names: readonly string[] = ['where', 'include'],
): Change =>
  changeQuery(async ({ parameters }) => {
    for (const name of names) {
      const text = parameters.get(name) ?? '';
      if (text.trim() !== '' && !isAccepted(text))
        throw new Rejection(`${name} is not valid JSON.`);
    }
    return undefined;
  });

const rejectLongUrls =
  (limit: number): Change =>
  ({ request, next }) => {
    if (request.url.length > limit) throw new Rejection('The URL is too long.', 414);
    return next(request);
  };

/** Whether text is strict JSON. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Text without what is inside of its strings. */
const withoutStrings = (text: string): string =>
  text.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, (string) => string.slice(0, 1).repeat(2));

export const syntaxServers: readonly ChangedServer[] = [
  {
    name: 'accepts strict JSON only',
    change: rejectText(isJson),
    shownBy: `/balances?where=type:'main'`,
    keeps: ['/balances?where={"type":"main"}', '/balances?include={"id":true}'],
  },
  {
    name: 'requires the outer braces',
    change: rejectText((text) => text.startsWith('{')),
    shownBy: `/balances?where=type:'main'`,
    keeps: [`/balances?where={type:'main'}`, '/balances?include={id:true}'],
  },
  {
    name: 'rejects single quotes',
    change: rejectText((text) => !withoutStrings(text).includes("'")),
    shownBy: `/balances?where=type:'main'`,
    keeps: [`/balances?where=type:"main"`, `/balances?where=name:{like:"'"}`],
  },
  {
    name: 'rejects keys without quotes',
    change: rejectText((text) => !/[A-Za-z_$][\w$]*\s*:/.test(withoutStrings(text))),
    shownBy: `/balances?where=type:'main'`,
    keeps: [`/balances?where="type":'main'`, `/balances?where='type':'main'`],
  },
  {
    name: 'rejects double quotes around keys that need none',
    change: rejectText((text) => !/"[A-Za-z_$][\w$]*"\s*:/.test(text)),
    shownBy: '/balances?where={"type":"main"}',
    keeps: [`/balances?where=type:"main"`],
  },
  {
    name: 'keeps + in a query as a plus sign',
    change: ({ request, next }) => {
      const url = new URL(request.url);
      url.search = url.search.replaceAll('+', '%2B');
      return next(new Request(url, request));
    },
    shownBy: `/balances?where=name:'Grace+Hopper,+EUR'&${ids}`,
    keeps: [`/balances?where=name:'Grace%20Hopper,%20EUR'&${ids}`],
  },
  {
    name: 'rejects URLs of more than 950 bytes',
    change: rejectLongUrls(950),
    shownBy: `/balances?where=name:'${'x'.repeat(950)}'&${ids}`,
    keeps: [`/balances?where=name:'${'x'.repeat(850)}'&${ids}`],
  },
  {
    name: 'rejects URLs of more than 2 kB',
    change: rejectLongUrls(2048),
    shownBy: `/balances?where=name:'${'x'.repeat(2048)}'&${ids}`,
    keeps: [`/balances?where=name:'${'x'.repeat(1900)}'&${ids}`],
  },
  {
    name: 'rejects URLs of more than 4 kB',
    change: rejectLongUrls(4096),
    shownBy: `/balances?where=name:{in:[${`'${'x'.repeat(1000)}',`.repeat(5)}]}&${ids}`,
    keeps: [`/balances?where=name:{in:[${`'${'x'.repeat(900)}',`.repeat(4)}]}&${ids}`],
  },
  {
    name: 'applies the last of several parameters of one name',
    // A Map keeps the last value.
    change: ({ request, next }) =>
      next(withParameters(request, new Map(new URL(request.url).searchParams))),
    shownBy: `/balances?where=type:'custom'&where=type:'main'&${ids}`,
    keeps: [`/balances?where=type:'main'&${ids}`],
  },
  {
    name: 'ignores where for a single row',
    change: changeParameters((parameters, { isList }) => {
      if (!isList) parameters.delete('where');
    }),
    shownBy: `/balances/00000000-0000-4000-8000-000000000000?where=name:'x'`,
    keeps: [`/balances?where=name:'x'&${ids}`],
  },
];
