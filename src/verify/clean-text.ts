import { redactKey } from '../http/api-key.js';
import type { ProbeReport } from './run-probes.js';

/** A shorter key is no secret of a live service, and could be a part of any word. */
const SHORTEST_KEY = 12;

/** Characters that change how a terminal shows the text around them: control characters, and text direction. */
const INVISIBLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** Text that contains what a service sent, without the API key, and with invisible characters escaped. */
export function cleanText(text: string, apiKey: string | null): string {
  const redacted = apiKey !== null && apiKey.length >= SHORTEST_KEY ? redactKey(text, apiKey) : text;
  return redacted.replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Cleans a report before it is split into lines: part of a key would not be found any more. */
export const cleanReport = (report: ProbeReport, apiKey: string | null): ProbeReport => ({
  ...report,
  asked: report.asked.map((request) => cleanText(request, apiKey)),
  observed: cleanText(report.observed, apiKey),
});
