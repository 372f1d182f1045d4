import type { FaultInput } from '../../protocol.js';
import { textOf } from '../text/text-of.js';

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

/** The fault of a form. Empty fields are left out. */
export function toFaultInput(form: FormData): FaultInput {
  const [method, path, effect, latency] = [
    textOf(form, 'method'),
    textOf(form, 'path'),
    textOf(form, 'effect'),
    textOf(form, 'latency'),
  ];
  const numbers = (['status', 'retryAfter', 'after', 'times'] as const)
    .filter((name) => textOf(form, name) !== '')
    .map((name) => [name, Number(textOf(form, name))]);
  return {
    ...(method && { method }),
    ...(path && { path }),
    ...Object.fromEntries(numbers),
    ...((effect === 'network' || effect === 'lost') && { error: 'network' as const }),
    ...(effect === 'timeout' && { error: 'timeout' as const }),
    ...(effect === 'lost' && { loseResponse: true }),
    ...(latency && { latency: parseLatency(latency) }),
  };
}

/** Milliseconds, or a range such as `200-800`: what the pattern of the input accepts. */
function parseLatency(text: string): number | [number, number] {
  const [minimum = '', maximum] = text.split('-');
  return maximum === undefined ? Number(minimum) : [Number(minimum), Number(maximum)];
}
