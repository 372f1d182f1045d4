/** Text of others as part of a message: one line of at most 500 characters, because control characters could write over a terminal. */
export const oneLine = (text: string): string =>
  text
    .slice(0, 500)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
