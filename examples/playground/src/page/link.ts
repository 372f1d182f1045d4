const prefix = '#query=';

/** Returns the query in the page's URL, if any. */
export function readLink(): string | undefined {
  if (!location.hash.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(location.hash.slice(prefix.length));
  } catch {
    return undefined; // a truncated link
  }
}

/** Writes a query into the page's URL without a new history entry. */
export function writeLink(query: string): void {
  history.replaceState(null, '', prefix + encodeURIComponent(query));
}
