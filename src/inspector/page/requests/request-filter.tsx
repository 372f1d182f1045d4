import type { ResourceState } from '../../mock/server/inspector/protocol.js';
import { formatCount } from '../text/format.js';
import { type Filter, statuses } from './filter-requests.js';

interface RequestFilterProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly resources: readonly ResourceState[];
  readonly isPaused: boolean;
  /** How many requests arrived during the pause. */
  readonly waiting: number;
  readonly onPause: (isPaused: boolean) => void;
  /** How many requests are shown. */
  readonly text: string;
}

/** Chooses which requests are listed, and pauses the list. */
export function RequestFilter(props: RequestFilterProps) {
  const { filter, onFilter, resources, isPaused, waiting, onPause, text } = props;
  return (
    <div class="toolbar">
      <select
        aria-label="Resource"
        value={filter.resource}
        onChange={(event) => onFilter({ ...filter, resource: event.currentTarget.value })}
      >
        <option value="">Any resource</option>
        {resources
          .filter(({ path }) => path !== undefined)
          .map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        <option value="none">Other paths</option>
      </select>
      <select
        aria-label="Status"
        value={filter.status}
        onChange={(event) => onFilter({ ...filter, status: event.currentTarget.value })}
      >
        {statuses.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span class="soft grow">{text}</span>
      <button type="button" aria-pressed={isPaused} onClick={() => onPause(!isPaused)}>
        {isPaused ? `Resume${waiting > 0 ? ` (${formatCount(waiting)} new)` : ''}` : 'Pause'}
      </button>
    </div>
  );
}
