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

/** Makes a button copy the page's URL with the current query. */
export function connectShare(button: HTMLButtonElement, query: () => string): void {
  const label = button.textContent;
  button.addEventListener('click', async () => {
    writeLink(query());
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Copy it from the address bar';
    }
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}
