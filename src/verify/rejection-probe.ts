import type { JsonObject } from '../schema/field.js';
import { among } from './filter-probe.js';
import { differs, holds, needs, type Probe, type ProbeContext } from './probe.js';
import { rowsInBody } from './rows-in-body.js';
import type { ProbeRequest } from './service-session.js';
import type { ListedField, ListedResource } from './workspace.js';

type Head = Pick<Probe, 'id' | 'rules' | 'expected' | 'dependsOn' | 'appliesTo'>;

/** A probe of a request that a service rejects. */
interface RejectionProbe extends Head {
  /** The data that the probe needs, for the report if there is no request. */
  readonly needed?: string;
  readonly request: (context: ProbeContext) => ProbeRequest | undefined;
  /** Whether a service that ignores the mistake returns rows that do not match the query. */
  readonly isDangerous?: boolean;
}

/** Creates the probe of a request that a service rejects, with any status for invalid queries. */
export const rejectionProbe = ({
  needed = 'a row',
  request,
  isDangerous = false,
  ...head
}: RejectionProbe): Probe => ({
  ...head,
  run: async (context) => {
    const reply = await context.send(request(context) ?? needs(needed));
    if (reply.isRejection) return holds(`rejected with status ${reply.status}`);
    const rows = rowsInBody(reply.body)?.rows.length;
    const returned = rows === undefined ? '' : `: ${rows === 1 ? '1 row' : `${rows} rows`}`;
    return { ...differs(`accepted${returned}`), isDangerous: isDangerous && rows !== 0 };
  },
});

/** Creates the probe of a filter that a service rejects. It returns rows only if it ignores the filter. */
export const filterRejectionProbe = ({
  where,
  dependsOn = [],
  ...probe
}: Omit<RejectionProbe, 'request'> & {
  readonly where: (
    context: ProbeContext,
  ) => { readonly of: ListedResource; readonly filter: JsonObject } | undefined;
}): Probe =>
  rejectionProbe({
    isDangerous: true,
    ...probe,
    dependsOn: ['where.in', 'where.and', ...dependsOn],
    request: (context) => {
      const target = where(context);
      if (!target) return undefined;
      return { path: target.of.path, where: { AND: [among(target.of.rows.slice(0, 3)), target.filter] } };
    },
  });

/** A filter on the first of some fields. */
export const onFirst = (fields: readonly ListedField[], comparison: JsonObject[string]) => {
  const [of] = fields;
  return of && { of, filter: { [of.field]: comparison } };
};
