import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RequestSummary } from '../../mock/server/inspector/protocol.js';
import { lastRequest, useSession } from '../connection/use-session.js';
import { Empty } from '../parts/empty.js';
import { VirtualList } from '../parts/virtual-list.js';
import { formatCount } from '../text/format.js';
import { anyRequest, type Filter, filterRequests } from './filter-requests.js';
import { RequestDetailPanel } from './request-detail-panel.js';
import { RequestFilter } from './request-filter.js';
import { RequestRow, rowId } from './request-row.js';
import { useRowHeight } from './use-row-height.js';

/** The requests to the mock, newest first, and the details of one. */
export function RequestsView() {
  const requests = useSession(({ log }) => log.requests);
  const resources = useSession(({ state }) => state?.resources);
  const url = useSession(({ state }) => state?.url);
  const [filter, setFilter] = useState<Filter>(anyRequest);
  const [pausedAt, setPausedAt] = useState<number | undefined>();
  const [activeId, setActiveId] = useState<number | undefined>();
  const [openId, setOpenId] = useState<number | undefined>();
  const rowHeight = useRowHeight();
  const shown = useMemo(() => filterRequests(requests, filter, pausedAt), [requests, filter, pausedAt]);
  const addedAbove = useAddedAbove(shown);
  const active = shown.findIndex(({ id }) => id === activeId);
  const waiting = pausedAt === undefined ? 0 : requests.filter(({ id }) => id > pausedAt).length;
  const open = (index: number) => {
    const request = shown[index];
    if (!request) return;
    setActiveId(request.id);
    setOpenId(request.id);
  };
  const close = useCallback(() => setOpenId(undefined), []);
  const isOpen = openId !== undefined;
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    // On a narrow screen, the list is not visible until the details are closed.
    if (wasOpen.current && !isOpen) document.querySelector<HTMLElement>('.virtual-list')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  // A large body must not be laid out again for each new request.
  const panel = useMemo(
    () => openId !== undefined && <RequestDetailPanel id={openId} onClose={close} />,
    [openId, close],
  );
  return (
    <section class={isOpen ? 'requests-view with-detail' : 'requests-view'} aria-label="Requests">
      <div class="request-list">
        <RequestFilter
          filter={filter}
          onFilter={setFilter}
          resources={resources ?? []}
          isPaused={pausedAt !== undefined}
          waiting={waiting}
          onPause={(paused) => setPausedAt(paused ? lastRequest() : undefined)}
          text={`${formatCount(shown.length)} of ${formatCount(requests.length)}`}
        />
        {shown.length === 0 ? (
          <Empty>
            {requests.length === 0 ? `No requests yet. Send one to ${url ?? ''}/v1` : 'No matching requests'}
          </Empty>
        ) : (
          <VirtualList
            key={`${filter.resource} ${filter.status}`}
            label="Requests, newest first"
            count={shown.length}
            rowHeight={rowHeight}
            active={active}
            addedAbove={addedAbove}
            rowId={(index) => rowId(shown[index]?.id ?? 0)}
            onActive={(index) => {
              setActiveId(shown[index]?.id);
              if (isOpen) setOpenId(shown[index]?.id);
            }}
            onOpen={open}
            onClose={close}
            renderRow={(index, top) => {
              const request = shown[index];
              return (
                request && (
                  <RequestRow
                    key={request.id}
                    request={request}
                    index={index}
                    top={top}
                    isActive={index === active}
                    isOpen={request.id === openId}
                    onOpen={() => open(index)}
                  />
                )
              );
            }}
          />
        )}
      </div>
      {panel}
    </section>
  );
}

/** How many requests were added at the top of a list since its filter changed. */
function useAddedAbove(shown: readonly RequestSummary[]): number {
  const before = useRef<{ first: number | undefined; added: number }>({ first: undefined, added: 0 });
  const { first } = before.current;
  const index = first === undefined ? -1 : shown.findIndex(({ id }) => id <= first);
  const added = before.current.added + (index > 0 && shown[index]?.id === first ? index : 0);
  useEffect(() => {
    before.current = { first: shown[0]?.id, added };
  });
  return added;
}
