/** Bytes whose memory no other thread writes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Base64 in the letters that a URL has without escapes. */
export function encodeBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes that {@link encodeBase64Url} wrote; `undefined` for other text. */
export function decodeBase64Url(text: string): Bytes | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
  } catch {
    return undefined; // not the length of Base64
  }
}
