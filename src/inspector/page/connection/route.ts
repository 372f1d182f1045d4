import { useEffect, useState } from 'preact/hooks';
import { writeRelaxedJson } from '../../../query/relaxed-json.js';
import { decodeSegment } from '../../../schema/find-resource.js';
import type { RowsQuery } from '../../protocol.js';

/** The views of the page. */
const views = ['requests', 'data', 'faults', 'keys'] as const;

/** The name of a view. */
export type ViewName = (typeof views)[number];

/** What the page shows. Stored in the fragment of the URL, so that Back and bookmarks work. */
export interface Route {
  readonly view: ViewName;
  /** The resource of the view "data", or the id of the open request. */
  readonly item: string;
  readonly where: string;
  readonly include: string;
  /** The to-many relation whose rows are shown; only for a foreign key that `where` does not know. */
  readonly relatedTo: RelatedTo | undefined;
}

type RelatedTo = NonNullable<RowsQuery['relatedTo']>;

/** The route of an address such as `#data/balances?where=type:main`. */
function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const [view, item = ''] = path.split('/');
  const parameters = new URLSearchParams(query);
  return {
    view: views.find((name) => name === view) ?? 'requests',
    item: decodeSegment(item),
    where: parameters.get('where') ?? '',
    include: parameters.get('include') ?? '',
    relatedTo: parseRelatedTo(parameters.get('of')),
  };
}

function parseRelatedTo(text: string | null): RelatedTo | undefined {
  const [resource, id, relation] = text?.split('/') ?? [];
  return resource && id && relation ? { resource, id, relation } : undefined;
}

/** The address of a view, for a link. */
export function routeTo(view: ViewName, route: Partial<Omit<Route, 'view'>> = {}): string {
  const { item, where, include, relatedTo } = route;
  const parameters = new URLSearchParams();
  if (where) parameters.set('where', where);
  if (include) parameters.set('include', include);
  if (relatedTo) parameters.set('of', `${relatedTo.resource}/${relatedTo.id}/${relatedTo.relation}`);
  const query = parameters.size > 0 ? `?${parameters}` : '';
  return `#${view}${item ? `/${encodeURIComponent(item)}` : ''}${query}`;
}

/** The address of the rows with a value, such as the one row with an id. */
export const routeToRows = (resource: string, field: string, value: string): string =>
  routeTo('data', { item: resource, where: writeRelaxedJson({ [field]: value }) });

/** The current route, and again after each change. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return parseRoute(hash);
}
