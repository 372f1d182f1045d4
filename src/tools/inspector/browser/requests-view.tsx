import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { inspectorLimits, type RequestSummary } from '../protocol.js';
import { Code } from './code.js';
import { formatCount, formatDuration, formatTime, statusClass } from './format.js';
import { RequestDetailPanel } from './request-detail.js';
import { routeTo } from './route.js';
import { countNewer, searchRequests } from './search-requests.js';
import { Empty, Pager } from './table.js';

interface RequestsViewProps {
  readonly url: string;
  readonly requests: readonly RequestSummary[];
  readonly openId: string;
}

export function RequestsView({ url, requests, openId }: RequestsViewProps) {
  const [text, setText] = useState('');
  const [paused, setPaused] = useState<readonly RequestSummary[] | undefined>();
  const [skip, setSkip] = useState(0);
  const take = inspectorLimits.requestsPage;
  const listed = paused ?? requests;
  const found = useMemo(() => searchRequests(listed, text), [listed, text]);
  useFocusAfterClosing(openId);
  const waiting = countNewer(requests, listed);
  const first = Math.min(skip, Math.max(0, found.length - 1));
  // A large body must not be laid out again for each new request.
  const panel = useMemo(() => openId !== '' && <RequestDetailPanel id={openId} />, [openId]);
  return (
    <section
      class="columns"
      aria-label="Requests"
      onKeyDown={(event) => handleKey(event, openId !== '')}
    >
      <div class="request-list column">
        <div class="row pad">
          <input
            type="search"
            aria-label="Search"
            placeholder="Path, query, or status such as 4xx"
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setSkip(0);
            }}
          />
          {found.length > take ? (
            <Pager skip={first} take={take} total={found.length} onSkip={setSkip} />
          ) : (
            <span class="soft">{`${formatCount(found.length)} of ${formatCount(listed.length)}`}</span>
          )}
          <button
            type="button"
            class="actions"
            aria-pressed={paused !== undefined}
            onClick={() => setPaused(paused ? undefined : requests)}
          >
            {paused ? 'Resume' : 'Pause'}
            {waiting > 0 && ` (${formatCount(waiting)} new)`}
          </button>
        </div>
        {found.length === 0 ? (
          <Empty>
            {listed.length === 0
              ? `No requests yet. Send one to ${url}/v1`
              : 'No matching requests'}
          </Empty>
        ) : (
          <ul class="scroll" aria-label="Requests, newest first">
            {found.slice(first, first + take).map((request) => (
              <RequestRow
                key={request.id}
                request={request}
                isCurrent={String(request.id) === openId}
              />
            ))}
          </ul>
        )}
      </div>
      {panel}
    </section>
  );
}

/**
 * Escape closes the details; the arrow keys go to the next request, and show it if the details are
 * open.
 */
function handleKey(event: KeyboardEvent, isOpen: boolean): void {
  if (event.key === 'Escape' && isOpen) location.assign(routeTo('requests'));
  const item = event.target instanceof Element ? event.target.closest('li') : null;
  const next = { ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling }[
    event.key
  ];
  const link = next?.querySelector('a');
  if (!link) return;
  event.preventDefault();
  link.focus();
  if (isOpen) location.replace(link.href);
}

/**
 * Returns the focus to the request whose details were closed: on a narrow screen, they covered the
 * list.
 */
function useFocusAfterClosing(openId: string): void {
  const before = useRef(openId);
  useLayoutEffect(() => {
    const href = routeTo('requests', { item: before.current });
    if (openId === '' && before.current !== '')
      document.querySelector<HTMLElement>(`a[href="${href}"]`)?.focus();
    before.current = openId;
  }, [openId]);
}

function RequestRow({
  request,
  isCurrent,
}: {
  readonly request: RequestSummary;
  readonly isCurrent: boolean;
}) {
  // 500 rows are not rendered again for each new one.
  return useMemo(() => {
    const { id, time, method, path, resource, parameters, status, milliseconds } = request;
    return (
      <li>
        <a
          class="request-row"
          href={routeTo('requests', { item: String(id) })}
          aria-current={isCurrent ? 'true' : undefined}
        >
          <span class="soft">{formatTime(time)}</span>
          <span class="method">{method}</span>
          <span class="path code">
            {resource?.operation === 'get' && <span class="badge">get</span>} {path}
            {parameters.map(({ name, text, isCode }) => (
              <span key={`${name} ${text}`} class="parameter">
                <span class="soft">{name}</span>{' '}
                {isCode ? <Code text={text} /> : <span class="string">{text}</span>}
              </span>
            ))}
          </span>
          <span class={`status end ${statusClass(status)}`}>{status ?? 'none'}</span>
          <span class="soft end">{formatDuration(milliseconds)}</span>
        </a>
      </li>
    );
  }, [request, isCurrent]);
}
