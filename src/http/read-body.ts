/** How much of a body an error keeps, in bytes. */
const KEPT = 64 * 1024;

/** The part of a text that an error keeps. */
export const beginning = (text: string): string => text.slice(0, KEPT);

/**
 * The beginning of a body as text, because error pages can be long: twice what an error keeps, so that a key across the cut
 * is there as a whole and can be taken out.
 */
export async function readBeginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let left = 2 * KEPT;
  while (reader && left > 0) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value.subarray(0, left), { stream: true });
    left -= value.byteLength;
  }
  reader?.cancel().catch(() => {}); // how the rest ends is of no interest
  return text;
}

/** Ends a response of which nobody wants the body, or the rest of it. */
export const discardBody = ({ body }: { readonly body: ReadableStream | null }): void => {
  body?.cancel().catch(() => {}); // how it ends is of no interest
};

let strict: TextDecoder | undefined; // made once, because that takes longer than to decode a page of rows

/** Bytes as text. Throws where they are not UTF-8, because a replaced character would be wrong data. */
export function decodeStrictly(bytes: ArrayBuffer): string {
  strict ??= new TextDecoder('utf-8', { fatal: true });
  return strict.decode(bytes);
}

/** Text as JSON, or `undefined` where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
