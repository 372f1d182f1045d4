import type { ComponentChild } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Grid, GridRows } from './grid.js';

interface VirtualListProps {
  readonly count: number;
  /** The height of each row in pixels. */
  readonly rowHeight: number;
  readonly label: string;
  /** The index of the row that the keyboard is on. */
  readonly active: number;
  /** How many rows were added above since the list was created; keeps the place of a user who scrolled down. */
  readonly addedAbove: number;
  readonly rowId: (index: number) => string;
  readonly renderRow: (index: number, top: number) => ComponentChild;
  /** The arrow keys and the like chose a row. */
  readonly onActive: (index: number) => void;
  /** Enter or Space on the active row. */
  readonly onOpen: (index: number) => void;
  /** Escape. */
  readonly onClose: () => void;
}

/** Rows above and below the visible ones, so that scrolling shows no gap. */
const MARGIN = 8;

/** A grid that has only the visible rows in the document, and is used with the arrow keys. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, active, addedAbove, renderRow } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const measure = useCallback(() => {
    const element = ref.current;
    if (element) setView({ top: element.scrollTop, height: element.clientHeight });
  }, []);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [measure]);
  const seen = useRef(addedAbove);
  useLayoutEffect(() => {
    const element = ref.current;
    // At the top, new rows push the others down, because the user watches them arrive.
    if (element && element.scrollTop > 0) element.scrollTop += (addedAbove - seen.current) * rowHeight;
    seen.current = addedAbove;
    measure();
  }, [addedAbove, rowHeight, measure]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - MARGIN);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + MARGIN);
  const visible = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  // The active row is always there, because `aria-activedescendant` refers to it.
  if (active >= 0 && active < count && (active < first || active >= last)) visible.push(active);
  return (
    <Grid
      ref={ref}
      class="virtual-list"
      aria-label={props.label}
      aria-rowcount={count}
      aria-activedescendant={active >= 0 && active < count ? props.rowId(active) : undefined}
      tabIndex={0}
      onScroll={measure}
      onKeyDown={(event) => {
        const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
        const target = targetOf(event.key, active, count, page);
        if (target !== undefined) {
          event.preventDefault();
          props.onActive(target);
          scrollTo(ref.current, target * rowHeight, rowHeight);
        } else if ((event.key === 'Enter' || event.key === ' ') && active >= 0) {
          event.preventDefault();
          props.onOpen(active);
        } else if (event.key === 'Escape') props.onClose();
      }}
    >
      <GridRows class="virtual-rows" style={{ height: `${count * rowHeight}px` }}>
        {visible.map((index) => renderRow(index, index * rowHeight))}
      </GridRows>
    </Grid>
  );
}

/** The row that a key leads to; `undefined` for every other key. */
function targetOf(key: string, active: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target));
}

function scrollTo(element: HTMLElement | null, top: number, height: number): void {
  if (!element) return;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + height > element.scrollTop + element.clientHeight)
    element.scrollTop = top + height - element.clientHeight;
}
