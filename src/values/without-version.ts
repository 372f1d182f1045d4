/**
 * The path of a base URL without trailing slashes and without the version.
 *
 * @example
 * withoutVersion('/api/v1/') // => '/api'
 */
export function withoutVersion(pathname: string): string {
  const path = withoutSlashes(pathname);
  return path.endsWith('/v1') ? withoutSlashes(path.slice(0, -'/v1'.length)) : path;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
