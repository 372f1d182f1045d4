/** The parts of a request that a command needs: without the key, and redacted. */
interface CurlRequest {
  readonly method: string;
  /** Percent-encoded. */
  readonly url: string;
  /** The scheme of the `Authorization` header with a space, such as `APIKey `; absent without the header. */
  readonly scheme: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
}

/**
 * Writes a request as a command for a POSIX shell. The key is `$PAYMENTS_API_KEY`:
 * `curl -H "Authorization: APIKey $PAYMENTS_API_KEY" 'http://127.0.0.1:4010/v1/balances'`.
 */
export function writeCurl({ method, url, scheme, contentType, body }: CurlRequest): string {
  const parts = [
    'curl',
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []), // curl would expand the braces of a filter
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' ? [] : ['-X', shellWord(method)]),
    ...(scheme === undefined ? [] : ['-H', `"Authorization: ${scheme}$PAYMENTS_API_KEY"`]),
    ...(contentType === undefined ? [] : ['-H', shellWord(`Content-Type: ${contentType}`)]),
    ...(body === undefined ? [] : ['--data-raw', shellWord(body)]),
    shellWord(url),
  ];
  return parts.join(' ');
}

/** Words of safe characters need no quotes. */
const shellWord = (text: string): string =>
  /^[\w-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
