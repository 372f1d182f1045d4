import { useEffect, useState } from 'preact/hooks';

/** On a narrow screen, a request has two lines. The width is that of the style sheet. */
const narrow = matchMedia('(max-width: 699px)');

/** The height of a request in the list in pixels; `.request-row` has no other. */
export function useRowHeight(): number {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const changed = () => setNarrow(narrow.matches);
    narrow.addEventListener('change', changed);
    return () => narrow.removeEventListener('change', changed);
  }, []);
  return isNarrow ? 54 : 30;
}
