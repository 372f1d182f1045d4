/** The header in which a proxy says how many rows a list has at most. */
export const MAX_TAKE_HEADER = 'x-max-take';
