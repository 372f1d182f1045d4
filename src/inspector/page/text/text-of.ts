/** The text of a field of a form, without the space around it. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();
