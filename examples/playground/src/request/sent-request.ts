import JSON5 from 'json5';

/** A request that was sent. */
export interface SentRequest {
  readonly method: string;
  /** Path and query string, encoded. */
  readonly target: string;
  /** The same target with plain JSON: `encodeURIComponent(JSON.stringify(where))`. */
  readonly plainTarget: string;
  readonly status: number | undefined;
}

/** Writes the target of a request with plain JSON, as code without this client would send it. */
export function writePlainTarget(url: URL): string {
  const plain = new URL(url);
  plain.search = [...url.searchParams]
    .map(([name, text]) => `${name}=${encodeURIComponent(isJson(name) ? toPlainJson(text) : text)}`)
    .join('&');
  return plain.pathname + plain.search;
}

const isJson = (name: string) => name === 'where' || name === 'include';

const toPlainJson = (text: string): string => JSON.stringify(JSON5.parse(`{${text}}`));
