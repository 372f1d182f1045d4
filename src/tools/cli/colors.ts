/** The functions that color text for a terminal. */
export type Colors = { readonly [Name in keyof typeof codes]: (text: string) => string };

/** Only colors that are readable on light and on dark backgrounds. */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

/**
 * Colors for a stream. `FORCE_COLOR` decides before `NO_COLOR`, as in Node; without both, only terminals get
 * colors. Node's own `styleText` is not used: Node 20.11 and older do not have it, and in Node 20 it ignores
 * both variables.
 */
export function createColors(env: NodeJS.ProcessEnv, isTerminal: boolean): Colors {
  const isOn = hasColors(env, isTerminal);
  const style = ([open, close]: readonly [number, number]) =>
    // A nested color ends with the code that ends the outer one as well.
    isOn
      ? (text: string) =>
          `\x1b[${open}m${text.replaceAll(`\x1b[${close}m`, `\x1b[${close}m\x1b[${open}m`)}\x1b[${close}m`
      : (text: string) => text;
  return Object.fromEntries(Object.entries(codes).map(([name, pair]) => [name, style(pair)])) as Colors; // the keys of `codes`
}

function hasColors(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: disabled, TERM: terminal } = env;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (disabled) return false;
  return isTerminal && terminal !== 'dumb';
}
