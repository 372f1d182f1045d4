import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { RowsPage, RowsQuery } from '../../mock/server/inspector/protocol.js';
import { call } from '../connection/api.js';
import { useSession } from '../connection/use-session.js';

/** A page of rows. The rows before stay until the next ones arrive. */
interface LoadedRows extends RowsPage {
  /** Why the mock rejected the query. */
  readonly problem: string | undefined;
  readonly isLoading: boolean;
  /** Loads the page again. */
  readonly load: () => void;
}

/** How long to wait after a change of the mock before the rows are loaded again, in milliseconds. */
const CHANGE_DELAY = 300;

const none: RowsPage = { rows: [], total: 0 };

/** Loads a page of rows, and again when the mock changed. */
export function useRows(query: RowsQuery): LoadedRows {
  const changes = useSession((session) => session.changes);
  const [page, setPage] = useState<RowsPage>(none);
  const [problem, setProblem] = useState<string | undefined>();
  const [isLoading, setLoading] = useState(true);
  const newest = useRef(0);
  const text = JSON.stringify(query);
  const load = useCallback(async () => {
    newest.current += 1;
    const number = newest.current;
    const isCurrent = () => number === newest.current; // a slow response must not replace a later one
    setLoading(true);
    try {
      const next = await call<RowsPage>('rows', JSON.parse(text));
      if (!isCurrent()) return;
      setPage(next);
      setProblem(undefined);
    } catch (error) {
      if (isCurrent()) setProblem((error as Error).message);
    } finally {
      if (isCurrent()) setLoading(false);
    }
  }, [text]);
  useEffect(() => void load(), [load]);
  const newestLoad = useRef(load);
  newestLoad.current = load;
  const seen = useRef(changes);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (seen.current === changes || timer.current) return; // not put off by changes without end
    seen.current = changes;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      newestLoad.current();
    }, CHANGE_DELAY);
  }, [changes]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { ...page, problem, isLoading, load };
}
