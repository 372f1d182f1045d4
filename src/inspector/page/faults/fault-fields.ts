import type { FaultInput } from '../../mock/server/inspector/protocol.js';

/** The effects of a fault, and their texts. */
export const effects = [
  ['status', 'Respond with a status'],
  ['network', 'Break the connection'],
  ['timeout', 'Do not respond'],
  ['latency', 'Delay the response'],
  ['lost', 'Process the request, then break the connection'],
] as const;

/** The methods of the mock's paths. */
export const methods = [
  ['', 'Any'],
  ['GET', 'GET'],
  ['PUT', 'PUT'],
  ['DELETE', 'DELETE'],
] as const;

/** The fields of the form, as text. */
export interface FaultFields {
  readonly method: string;
  readonly path: string;
  readonly effect: string;
  readonly status: string;
  readonly retryAfter: string;
  readonly latency: string;
  readonly after: string;
  readonly times: string;
}

/** The initial fields of the form. */
export const emptyFault: FaultFields = {
  method: '',
  path: '',
  effect: 'status',
  status: '503',
  retryAfter: '',
  latency: '',
  after: '',
  times: '',
};

/** The fault of a form. Empty fields are left out. */
export function toFaultInput(fields: FaultFields): FaultInput {
  const { method, path, effect, status, retryAfter, latency, after, times } = fields;
  return {
    ...(method && { method }),
    ...(path.trim() && { path: path.trim() }),
    ...(effect === 'status' && { status: Number(status) }),
    ...(effect === 'status' && retryAfter && { retryAfter: Number(retryAfter) }),
    ...((effect === 'network' || effect === 'lost') && { error: 'network' as const }),
    ...(effect === 'timeout' && { error: 'timeout' as const }),
    ...(effect === 'lost' && { loseResponse: true }),
    ...(latency.trim() && { latency: parseLatency(latency) }),
    ...(after && { after: Number(after) }),
    ...(times && { times: Number(times) }),
  };
}

/** Milliseconds, or a range such as `200-800`: what the pattern of the input accepts. */
function parseLatency(text: string): number | [number, number] {
  const [minimum = '', maximum] = text.split('-');
  return maximum === undefined ? Number(minimum) : [Number(minimum), Number(maximum)];
}
