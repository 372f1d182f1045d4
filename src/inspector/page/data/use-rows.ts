import { useEffect, useState } from 'preact/hooks';
import type { RowsPage, RowsQuery } from '../../protocol.js';
import { session } from '../connection/session.js';
import { useLoaded } from '../connection/use-loaded.js';

/** How long to wait after a change of the mock before the rows are loaded again, in milliseconds. */
const CHANGE_DELAY = 300;

/** Loads a page of rows, and again when the mock changed. If the query is rejected, the rows of before stay, or all rows. */
export function useRows(query: RowsQuery) {
  const revision = useRevision();
  const { result, problem } = useLoaded<RowsPage>('rows', { body: query, revision });
  const isMissing = problem !== undefined && !result;
  const { resource, take, skip } = query;
  const all = useLoaded<RowsPage>(isMissing ? 'rows' : undefined, {
    body: { resource, take, skip },
    revision,
  });
  return { page: result ?? all.result, problem };
}

/** The revision of the mock. Renders again at most once in {@link CHANGE_DELAY}, also during changes without end. */
function useRevision(): number | undefined {
  const [revision, setRevision] = useState(session.state?.revision);
  useEffect(() => {
    const timer = setInterval(() => setRevision(session.state?.revision), CHANGE_DELAY);
    return () => clearInterval(timer);
  }, []);
  return revision;
}
