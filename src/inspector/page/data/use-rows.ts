import { useEffect, useRef, useState } from 'preact/hooks';
import type { RowsPage, RowsQuery } from '../../protocol.js';
import { useSession } from '../connection/session.js';
import { useLoaded } from '../connection/use-loaded.js';

/** How long to wait after a change of the mock before the rows are loaded again, in milliseconds. */
const CHANGE_DELAY = 300;

/** Loads a page of rows, and again when the mock changed. If the query is rejected, the rows of before stay, or all rows. */
export function useRows(query: RowsQuery) {
  const revision = useThrottled(useSession().state?.revision);
  const { result, problem } = useLoaded<RowsPage>('rows', { body: query, revision });
  const isMissing = problem !== undefined && !result;
  const { resource, take, skip } = query;
  const all = useLoaded<RowsPage>(isMissing ? 'rows' : undefined, {
    body: { resource, take, skip },
    revision,
  });
  return { page: result ?? all.result, problem };
}

/** A value that changes at most once in {@link CHANGE_DELAY}, also during changes without end. */
function useThrottled<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  const newest = useRef(value);
  newest.current = value;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (value !== shown)
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        setShown(newest.current);
      }, CHANGE_DELAY);
  }, [value, shown]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return shown;
}
