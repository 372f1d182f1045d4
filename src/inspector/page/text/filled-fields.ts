/** The texts of a form without the space around them; only those that are not empty. */
export const filledFields = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].map(([name, value]) => [name, String(value).trim()]).filter(([, text]) => text !== ''),
  );
