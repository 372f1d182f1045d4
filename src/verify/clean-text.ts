import { redactKey } from '../http/api-key.js';
import type { ProbeReport } from './run-probes.js';

/** Shorter keys are not redacted: they are not secrets of a live service, and could be a part of any word. */
const SHORTEST_KEY = 12;

/** Characters that change how a terminal shows the text around them: control characters, and text direction. */
const INVISIBLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

const escapeInvisible = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const redact = (text: string, apiKey: string | null): string =>
  apiKey !== null && apiKey.length >= SHORTEST_KEY ? redactKey(text, apiKey) : text;

/** Text that contains what a service sent, without the API key, and with invisible characters escaped. */
export const cleanText = (text: string, apiKey: string | null): string =>
  escapeInvisible(redact(text, apiKey));

/** Cleans a report before it is split into lines: part of a key could not be found anymore. */
export function cleanReport(report: ProbeReport, apiKey: string | null): ProbeReport {
  const texts = [report.observed, ...report.asked].map(escapeInvisible);
  // At once, because the search for a key in all its forms is slow. No text contains the separator anymore.
  const [observed = '', ...asked] = redact(texts.join('\0'), apiKey).split('\0');
  return { ...report, observed, asked };
}
