import { sentLength } from '../../client/request-sender.js';
import type { Dialect } from '../../dialect/dialect.js';
import { askAgain } from '../service/ask-again.js';
import type { Service, ServiceRequest } from '../service/service.js';
import type { Subject } from './measure-parameters.js';

/** The default of `maxUrlLength`. Longer URLs are not tried. */
export const LONGEST = 8_000;

/** How exactly a shorter limit is found, in bytes. */
export const STEP = 100;

/** Measures whether the service accepts URLs of the default length, and otherwise which it accepts. */
export async function measureUrlLength(
  service: Service,
  { path, rows }: Subject,
): Promise<Pick<Dialect, 'maxUrlLength'>> {
  const id = String(rows[0]?.id);
  const accepts = async (length: number): Promise<boolean> => {
    const { rows: found } = await askAgain(service, requestOf(service, path, id, length));
    return found?.length === 1;
  };
  if (await accepts(LONGEST)) return { maxUrlLength: undefined };
  let [accepted, rejected] = [1_000, LONGEST];
  if (!(await accepts(accepted))) return {}; // it rejects the query for another reason
  while (rejected - accepted > STEP) {
    const middle = Math.round((accepted + rejected) / 2);
    if (await accepts(middle)) accepted = middle;
    else rejected = middle;
  }
  return { maxUrlLength: accepted };
}

/** A list of one row, as a client asks for it with a long `in`, whose URL has a length. */
function requestOf(service: Service, path: string, id: string, length: number): ServiceRequest {
  const requestWith = (count: number): ServiceRequest => ({
    path,
    query: { where: { id: { in: Array.from({ length: count }, () => id) } } },
  });
  const lengthWith = (count: number) =>
    `${service.baseUrl}/v1${path}?`.length + sentLength(service.searchOf(requestWith(count)));
  const one = lengthWith(1);
  const each = lengthWith(2) - one;
  return requestWith(Math.max(1, 1 + Math.floor((length - one) / each)));
}
