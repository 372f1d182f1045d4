/**
 * Quotes text for a POSIX shell, which takes it as it is.
 *
 * @example
 * quoteForShell("it's $5") // => `'it'\\''s $5'`
 */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Text as one word of a command for a POSIX shell: in quotes if it needs them. */
export const shellWord = (text: string): string =>
  /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : quoteForShell(text);
