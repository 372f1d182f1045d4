/** Calls `changed` at the start, and when the system changes between a light and a dark theme. */
export function followTheme(changed: (dark: boolean) => void): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', () => changed(system.matches));
  changed(system.matches);
}
