import { connectChoice } from './choice';

type Theme = 'auto' | 'light' | 'dark';

const key = 'playground-theme';

/** Connects the theme buttons. Calls `changed` at the start and after each change, with whether the theme is dark. */
export function connectTheme(changed: (dark: boolean) => void): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let theme = (localStorage.getItem(key) ?? 'auto') as Theme; // only written below
  const apply = () => {
    document.documentElement.dataset.theme = theme;
    changed(theme === 'dark' || (theme === 'auto' && system.matches));
  };
  connectChoice<Theme>('theme', theme, (chosen) => {
    theme = chosen;
    localStorage.setItem(key, theme);
    apply();
  });
  system.addEventListener('change', apply);
  apply();
}
