import { writeRelaxedJson } from '../../../query/relaxed-json.js';
import { decodeSegment } from '../../../schema/resources.js';

const views = ['requests', 'data', 'faults', 'keys'] as const;

export type ViewName = (typeof views)[number];

/**
 * What the browser page shows. Stored in the fragment of the URL, so that Back and bookmarks work.
 */
export interface Route {
  readonly view: ViewName;
  /** The resource of the view "data", or the id of the open request. */
  readonly item: string;
  readonly where: string;
  readonly include: string;
  /** Such as `name:asc`. */
  readonly orderBy: string;
  readonly skip: number;
}

/** The route of an address such as `#data/balances?where=type:main`. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const [view, item = ''] = path.split('/');
  const parameters = new URLSearchParams(query);
  const textOf = (name: string) => parameters.get(name) ?? '';
  return {
    view: views.find((name) => name === view) ?? 'requests',
    item: decodeSegment(item),
    where: textOf('where'),
    include: textOf('include'),
    orderBy: textOf('orderBy'),
    skip: Number.parseInt(textOf('skip'), 10) || 0,
  };
}

export function routeTo(view: ViewName, route: Partial<Omit<Route, 'view'>> = {}): string {
  const { item, ...query } = route;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, String(value));
  const search = parameters.size > 0 ? `?${parameters}` : '';
  return `#${view}${item ? `/${encodeURIComponent(item)}` : ''}${search}`;
}

/** The address of the rows with a value, such as the one row with an id. */
export const routeToRows = (resource: string, field: string, value: string): string =>
  routeTo('data', { item: resource, where: writeRelaxedJson({ [field]: value }) });

/** The order after a click on a column: ascending, descending, none. */
export function nextOrder(orderBy: string, field: string): string {
  if (orderBy === `${field}:asc`) return `${field}:desc`;
  return orderBy === `${field}:desc` ? '' : `${field}:asc`;
}
