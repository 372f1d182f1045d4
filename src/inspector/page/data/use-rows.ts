import { useEffect, useRef, useState } from 'preact/hooks';
import type { RowsPage, RowsQuery } from '../../protocol.js';
import { call } from '../connection/api.js';
import { useSession } from '../connection/session.js';

/** A page of rows. The rows before stay until the next ones arrive. */
interface LoadedRows {
  /** `undefined` until the first rows were loaded. */
  readonly page: RowsPage | undefined;
  /** Why the mock rejected the query. The rows are those of the query before, or all rows. */
  readonly problem: string | undefined;
}

/** How long to wait after a change of the mock before the rows are loaded again, in milliseconds. */
const CHANGE_DELAY = 300;

/** Loads a page of rows, and again when the mock changed. */
export function useRows(query: RowsQuery): LoadedRows {
  const revision = useSession(({ state }) => state?.revision);
  const [loaded, setLoaded] = useState<LoadedRows>({ page: undefined, problem: undefined });
  const text = JSON.stringify(query);
  const newest = useRef(0);
  const load = async () => {
    newest.current += 1;
    const number = newest.current;
    const show = (next: LoadedRows) => number === newest.current && setLoaded(next); // a slow response is out of date
    try {
      show({ page: await call<RowsPage>('rows', query), problem: undefined });
    } catch (error) {
      const { resource, take, skip } = query;
      const page =
        loaded.page ?? (await call<RowsPage>('rows', { resource, take, skip }).catch(() => undefined));
      show({ page, problem: (error as Error).message });
    }
  };
  const newestLoad = useRef(load);
  newestLoad.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query
  useEffect(() => void load(), [text]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows; not put off by changes without end
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      newestLoad.current();
    }, CHANGE_DELAY);
  }, [revision]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return loaded;
}
