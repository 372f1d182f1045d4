import type { JsonObject } from '../schema/field.js';
import { among } from './filter-probe.js';
import { differs, holds, needs, type Probe, type ProbeContext } from './probe.js';
import { rowsInBody } from './rows-in-body.js';
import type { ProbeRequest } from './service-session.js';
import type { ListedField, ListedResource } from './workspace.js';

type Head = Pick<Probe, 'id' | 'rules' | 'expected' | 'restsOn' | 'appliesTo'>;

/** A probe of a request that a service refuses. */
export interface RefusalProbe extends Head {
  /** What the data needs, if there is no request. */
  readonly needed?: string;
  readonly request: (context: ProbeContext) => ProbeRequest | undefined;
  /** Whether a service that ignores the mistake returns rows that nobody asked for. */
  readonly isDangerous?: boolean;
}

/** Creates the probe of a request that is refused, with any status by which a service rejects a query. */
export const refusalProbe = ({
  needed = 'a row',
  request,
  isDangerous = false,
  ...head
}: RefusalProbe): Probe => ({
  ...head,
  ask: async (context) => {
    const reply = await context.send(request(context) ?? needs(needed));
    if (reply.isRefusal) return holds(`refused with the status ${reply.status}`);
    const rows = rowsInBody(reply.body)?.rows.length;
    const returned = rows === undefined ? '' : `: ${rows === 1 ? '1 row' : `${rows} rows`}`;
    return { ...differs(`accepted${returned}`), isDangerous: isDangerous && rows !== 0 };
  },
});

/** A probe of a filter that is refused. Rows are returned only if the service ignores the filter. */
export const filterRefusalProbe = ({
  where,
  restsOn = [],
  ...probe
}: Omit<RefusalProbe, 'request'> & {
  readonly where: (
    context: ProbeContext,
  ) => { readonly of: ListedResource; readonly filter: JsonObject } | undefined;
}): Probe =>
  refusalProbe({
    isDangerous: true,
    ...probe,
    restsOn: ['where.in', 'where.and', ...restsOn],
    request: (context) => {
      const asked = where(context);
      if (!asked) return undefined;
      return { path: asked.of.path, where: { AND: [among(asked.of.rows.slice(0, 3)), asked.filter] } };
    },
  });

/** A filter on the first of some fields. */
export const onFirst = (fields: readonly ListedField[], comparison: JsonObject[string]) => {
  const [of] = fields;
  return of && { of, filter: { [of.field]: comparison } };
};
