import { useRef } from 'preact/hooks';

/** A tab, and the number beside its label. */
export interface Tab {
  readonly name: string;
  readonly label: string;
  readonly count: number | undefined;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (name: string) => void;
}

/** The tabs of the page. The arrow keys, Home and End select a tab. */
export function Tabs({ tabs, selected, onSelect }: TabsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ name }) => name === selected);
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1 + tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    const tab = target === undefined ? undefined : tabs[target % tabs.length];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.name);
    ref.current?.querySelector<HTMLElement>(`#${tabId(tab.name)}`)?.focus();
  };
  return (
    <div ref={ref} class="tabs" role="tablist" aria-label="Views" onKeyDown={move}>
      {tabs.map(({ name, label, count }) => (
        <button
          key={name}
          id={tabId(name)}
          type="button"
          role="tab"
          aria-selected={name === selected}
          aria-controls={PANEL_ID}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {label}
          {count === undefined ? '' : <span class="count">{count.toLocaleString('en-US')}</span>}
        </button>
      ))}
    </div>
  );
}

/** The id of the panel that shows the view of the selected tab. */
export const PANEL_ID = 'view';

/** Keeps the focus in the view after the focused element was removed. */
export const focusPanel = (): void => document.getElementById(PANEL_ID)?.focus();

/** The id of a tab, which labels its panel. */
export const tabId = (name: string): string => `tab-${name}`;
