const CHECK_PATH = 'Check the path and the `baseUrl`.';
const READ_AGAIN = 'Read the current state, then retry.';
const TRY_LATER = 'Try again later.';

/** The reason phrase of a status, which HTTP/2 does not transfer, and what the caller can do. */
const statuses: { readonly [status: number]: readonly [phrase: string, advice: string] } = {
  400: ['Bad Request', 'Correct the query or the body.'],
  401: ['Unauthorized', 'Check the `apiKey`.'],
  402: ['Payment Required', 'Check your account at the service.'],
  403: ['Forbidden', 'Check the role of the API key.'],
  404: ['Not Found', 'Check the id and the `baseUrl`.'],
  405: ['Method Not Allowed', 'Check the method, the path and the `baseUrl`.'],
  408: ['Request Timeout', TRY_LATER],
  409: ['Conflict', READ_AGAIN],
  410: ['Gone', 'Do not request it again.'],
  412: ['Precondition Failed', READ_AGAIN],
  413: ['Content Too Large', 'Send less data in a request.'],
  414: ['URI Too Long', 'Set `dialect.maxUrlLength` to what the service accepts.'],
  415: ['Unsupported Media Type', 'Correct the header `content-type`.'],
  418: ["I'm a Teapot", CHECK_PATH],
  422: ['Unprocessable Entity', 'Correct the values of the request.'],
  429: ['Too Many Requests', 'Wait before you retry.'],
  500: ['Internal Server Error', TRY_LATER],
  501: ['Not Implemented', CHECK_PATH],
  502: ['Bad Gateway', TRY_LATER],
  503: ['Service Unavailable', TRY_LATER],
  504: ['Gateway Timeout', TRY_LATER],
};

/**
 * The name of a status, and what the caller can do.
 *
 * @param statusText - The name of a status that has none here.
 */
export function describeStatus(status: number, statusText: string): readonly [string, string] {
  const entry = statuses[status];
  if (entry) return entry;
  if (status >= 500) return [statusText || 'Server Error', TRY_LATER];
  if (status >= 400) return [statusText || 'Client Error', 'Correct the request.'];
  return [statusText || (status < 300 ? 'OK' : 'Not Successful'), 'Correct the query or the body.'];
}
