const prefix = '#query=';

/** The query that the page's address holds, if any. */
export function readLink(): string | undefined {
  if (!location.hash.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(location.hash.slice(prefix.length));
  } catch {
    return undefined; // cut off on its way
  }
}

/** Keeps a query in the page's address, without a new entry in the history. */
export function writeLink(query: string): void {
  history.replaceState(null, '', prefix + encodeURIComponent(query));
}

/** Lets a button copy the page's address with the query as it stands. */
export function connectShare(button: HTMLButtonElement, query: () => string): void {
  const label = button.textContent;
  button.addEventListener('click', async () => {
    writeLink(query());
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Copy the address bar';
    }
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}
