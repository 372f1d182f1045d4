import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type InspectorState, inspectorLimits, type RequestSummary } from '../../protocol.js';
import { routeTo } from '../connection/route.js';
import { Choice } from '../parts/field.js';
import { Pager } from '../parts/pager.js';
import { Empty } from '../parts/table.js';
import { formatCount } from '../text/format.js';
import { anyRequest, filterRequests } from './filter-requests.js';
import { RequestDetailPanel } from './request-detail.js';
import { RequestRow } from './request-row.js';

const statuses = [
  ['', 'Any status'],
  ['2xx', '2xx success'],
  ['4xx', '4xx client error'],
  ['5xx', '5xx server error'],
  ['none', 'No response'],
] as const;

interface RequestsViewProps {
  readonly state: InspectorState;
  /** Oldest first. */
  readonly requests: readonly RequestSummary[];
  /** The id of the request whose details are shown; empty for none. */
  readonly openId: string;
}

export function RequestsView({ state, requests, openId }: RequestsViewProps) {
  const [filter, setFilter] = useState(anyRequest);
  const [pausedAt, setPausedAt] = useState<number | undefined>();
  const [skip, setSkip] = useState(0);
  const take = inspectorLimits.requestsPage;
  const found = useMemo(() => filterRequests(requests, filter, pausedAt), [requests, filter, pausedAt]);
  useFocusAfterClosing(openId);
  const change = (part: Partial<typeof filter>) => {
    setFilter({ ...filter, ...part });
    setSkip(0);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && openId !== '') return location.assign(routeTo('requests'));
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    const next = { ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling }[event.key];
    const link = next?.querySelector('a');
    if (!link) return;
    event.preventDefault();
    link.focus();
    if (openId !== '') location.replace(link.href);
  };
  const names = state.resources.filter(({ path }) => path).map(({ name }) => [name, name] as const);
  const waiting = pausedAt === undefined ? 0 : requests.filter(({ id }) => id > pausedAt).length;
  const first = Math.min(skip, Math.max(0, found.length - 1));
  // A large body must not be laid out again for each new request.
  const panel = useMemo(() => openId !== '' && <RequestDetailPanel id={openId} />, [openId]);
  return (
    <section class="columns" aria-label="Requests" onKeyDown={handleKey}>
      <div class="request-list column">
        <div class="row pad">
          <input
            type="search"
            aria-label="Search"
            placeholder="Path or query"
            value={filter.text}
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
          <Choice
            isLabelHidden
            label="Resource"
            value={filter.resource}
            options={[['', 'Any resource'], ...names, ['none', 'Other paths']]}
            onValue={(resource) => change({ resource })}
          />
          <Choice
            isLabelHidden
            label="Status"
            value={filter.status}
            options={statuses}
            onValue={(status) => change({ status })}
          />
          {found.length > take ? (
            <Pager skip={first} take={take} total={found.length} onSkip={setSkip} />
          ) : (
            <span class="soft">{`${formatCount(found.length)} of ${formatCount(requests.length)}`}</span>
          )}
          <button
            type="button"
            class="actions"
            aria-pressed={pausedAt !== undefined}
            onClick={() => setPausedAt(pausedAt === undefined ? (requests.at(-1)?.id ?? 0) : undefined)}
          >
            {pausedAt === undefined
              ? 'Pause'
              : `Resume${waiting > 0 ? ` (${formatCount(waiting)} new)` : ''}`}
          </button>
        </div>
        {found.length === 0 ? (
          <Empty>
            {requests.length === 0 ? `No requests yet. Send one to ${state.url}/v1` : 'No matching requests'}
          </Empty>
        ) : (
          <ul class="scroll" aria-label="Requests, newest first">
            {found.slice(first, first + take).map((request) => (
              <RequestRow key={request.id} request={request} isCurrent={String(request.id) === openId} />
            ))}
          </ul>
        )}
      </div>
      {panel}
    </section>
  );
}

/** Returns the focus to the request whose details were closed: on a narrow screen, they covered the list. */
function useFocusAfterClosing(openId: string): void {
  const before = useRef(openId);
  useLayoutEffect(() => {
    const href = routeTo('requests', { item: before.current });
    if (openId === '' && before.current !== '')
      document.querySelector<HTMLElement>(`a[href="${href}"]`)?.focus();
    before.current = openId;
  }, [openId]);
}
