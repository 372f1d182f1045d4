import type { ErrorResponse } from '../errors/failed-request.js';
import { ResponseError } from '../errors/request-errors.js';

/**
 * The error for a redirect: none is followed, because the key would go where nobody sent it. A browser does not let a page
 * see the target, so it is not always named (decision 34).
 */
export function refuseRedirect(answer: ErrorResponse): ResponseError {
  const target = targetOf(answer.headers.location);
  const path = answer.path;
  const cure = !target
    ? 'Set `baseUrl` to where the service is now.'
    : target.endsWith(path)
      ? `Set \`baseUrl\` to ${target.slice(0, -path.length)} if you trust it.`
      : `Set \`baseUrl\` to where the service is if you trust it.`;
  const where = target ? ` to ${target}` : '';
  return new ResponseError(`the answer redirects${where}, and redirects are not followed. ${cure}`, answer);
}

/** Where a redirect leads, without query and credentials; its own text where it is relative. */
function targetOf(location: string | undefined): string | undefined {
  const plain = location?.replace(/[?#].*$/s, '').slice(0, 500);
  if (!plain || !URL.canParse(plain)) return plain;
  const { origin, pathname } = new URL(plain);
  return origin + pathname;
}
