import type { FaultInput } from '../protocol.js';

/** The texts of a form without the space around them; only those that are not empty. */
export const filledFields = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].map(([name, value]) => [name, String(value).trim()]).filter(([, text]) => text !== ''),
  );

/** What a fault does to a request, by the value of its choice. */
const effects: Readonly<Record<string, readonly [text: string, fault: FaultInput]>> = {
  status: ['Respond with a status', {}],
  network: ['Break the connection', { error: 'network' }],
  timeout: ['Do not respond', { error: 'timeout' }],
  latency: ['Delay the response', {}],
  lost: ['Process the request, then break the connection', { error: 'network', loseResponse: true }],
};

export const effectChoices = Object.entries(effects).map(([value, [text]]) => [value, text] as const);

export const methods = [
  ['', 'Any'],
  ['GET', 'GET'],
  ['PUT', 'PUT'],
  ['DELETE', 'DELETE'],
] as const;

export function toFaultInput(form: FormData): FaultInput {
  const { effect = '', latency, method, path, ...numbers } = filledFields(form);
  return {
    ...(method && { method }),
    ...(path && { path }),
    ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])),
    ...effects[effect]?.[1],
    ...(latency && { latency: parseLatency(latency) }),
  };
}

/** Milliseconds, or a range such as `200-800`: what the pattern of the input accepts. */
function parseLatency(text: string): number | [number, number] {
  const [minimum = '', maximum] = text.split('-');
  return maximum === undefined ? Number(minimum) : [Number(minimum), Number(maximum)];
}
