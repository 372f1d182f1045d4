/** The message of a service in a body: `errors[]`, `error`, `error.message` or `message`. One line. */
export function responseMessage(body: unknown, depth = 0): string {
  if (typeof body === 'string') return depth > 0 ? oneLine(body) : '';
  if (typeof body !== 'object' || body === null || depth > 3) return '';
  if (Array.isArray(body))
    return oneLine(
      body
        .slice(0, 10)
        .map((item) => responseMessage(item, depth + 1))
        .filter(Boolean)
        .join('; '),
    );
  const inMember = (name: string) => responseMessage(Reflect.get(body, name), depth + 1);
  return inMember('errors') || inMember('error') || inMember('message');
}

/** Text from outside as one line of at most 500 characters, without control characters, which could overwrite a terminal. */
export const oneLine = (text: string): string =>
  text
    .slice(0, 500)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
