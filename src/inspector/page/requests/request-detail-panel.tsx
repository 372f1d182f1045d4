import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RequestDetail } from '../../mock/server/inspector/protocol.js';
import { call } from '../connection/api.js';
import { routeTo } from '../connection/route.js';
import { CopyButton } from '../parts/copy-button.js';
import { Empty } from '../parts/empty.js';
import { formatDuration, formatTime, statusClass } from '../text/format.js';
import { BodyView, HeaderTable } from './message-view.js';
import { QueryView } from './query-view.js';

interface RequestDetailPanelProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** The details of one request. Escape closes them. */
export function RequestDetailPanel({ id, onClose }: RequestDetailPanelProps) {
  const { detail, problem } = useDetail(id);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const list = document.querySelector<HTMLElement>('.virtual-list');
    // With the arrow keys in the list, the next request is shown and the focus stays, if the list is visible.
    if (list !== document.activeElement || list?.offsetParent === null) title.current?.focus();
  }, []);
  return (
    <aside
      class="request-detail"
      aria-labelledby="detail-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header class="detail-header">
        <h2 id="detail-title" ref={title} tabIndex={-1}>
          {detail ? (
            <>
              {detail.method} <span class="path">{detail.path}</span>
            </>
          ) : (
            `Request ${id}`
          )}
        </h2>
        <button type="button" class="quiet" aria-label="Close the details" onClick={onClose}>
          ✕
        </button>
      </header>
      {problem && <Empty>{problem}</Empty>}
      {detail && <Detail detail={detail} />}
    </aside>
  );
}

function Detail({ detail }: { readonly detail: RequestDetail }) {
  const { status, time, milliseconds, errors, parameters, curl, clientCall, resource } = detail;
  return (
    <div class="detail-body">
      <p class="detail-facts">
        <strong class={statusClass(status)}>{status ?? 'No response'}</strong>
        <span>{formatTime(time)}</span>
        <span>{formatDuration(milliseconds)}</span>
      </p>
      {errors.length > 0 && (
        <div class="message-box">
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      )}
      <p class="detail-actions">
        {curl && <CopyButton text={curl} label="Copy as curl" />}
        {clientCall && <CopyButton text={clientCall} label="Copy as client call" />}
        {resource && (
          <a class="button" href={routeToSameQuery(detail, resource)}>
            Open in Data
          </a>
        )}
      </p>
      {parameters.length > 0 && (
        <>
          <h3>Query</h3>
          <QueryView parameters={parameters} />
        </>
      )}
      <h3>Request</h3>
      <HeaderTable headers={detail.requestHeaders} label="Request headers" />
      <BodyView body={detail.requestBody} label="Request body" />
      <h3>Response</h3>
      <HeaderTable headers={detail.responseHeaders} label="Response headers" />
      <BodyView body={detail.responseBody} label="Response body" />
    </div>
  );
}

/** The rows of a request in the view "data". */
function routeToSameQuery({ parameters }: RequestDetail, resource: string): string {
  const textOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.text ?? '';
  return routeTo('data', { resource, where: textOf('where'), include: textOf('include') });
}

/** Loads the details of a request. The previous details stay until then. */
function useDetail(id: number): { detail: RequestDetail | undefined; problem: string | undefined } {
  const [loaded, setLoaded] = useState<{ detail?: RequestDetail; problem?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    call<RequestDetail>(`requests/${id}`).then(
      (detail) => isCurrent && setLoaded({ detail }),
      (error: Error) => isCurrent && setLoaded({ problem: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return { detail: loaded.detail, problem: loaded.problem };
}
