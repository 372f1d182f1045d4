import { inspectorLimits } from '../../mock/server/inspector/protocol.js';
import { formatCount } from '../text/format.js';

interface PagerProps {
  readonly skip: number;
  readonly take: number;
  readonly total: number;
  readonly onSkip: (skip: number) => void;
  readonly onTake: (take: number) => void;
}

const sizes = [25, 50, 100, inspectorLimits.rowsPage];

/** Which rows are shown, and the buttons for the others. */
export function Pager({ skip, take, total, onSkip, onTake }: PagerProps) {
  const last = Math.max(0, Math.floor((total - 1) / take) * take);
  return (
    <div class="pager">
      <button type="button" aria-label="First page" disabled={skip === 0} onClick={() => onSkip(0)}>
        «
      </button>
      <button
        type="button"
        aria-label="Previous page"
        disabled={skip === 0}
        onClick={() => onSkip(Math.max(0, skip - take))}
      >
        ‹
      </button>
      <span role="status">
        {total === 0 ? '0' : `${formatCount(skip + 1)}–${formatCount(Math.min(total, skip + take))}`} of{' '}
        {formatCount(total)}
      </span>
      <button
        type="button"
        aria-label="Next page"
        disabled={skip + take >= total}
        onClick={() => onSkip(skip + take)}
      >
        ›
      </button>
      <button type="button" aria-label="Last page" disabled={skip >= last} onClick={() => onSkip(last)}>
        »
      </button>
      <select
        aria-label="Rows on a page"
        value={String(take)}
        onChange={(event) => onTake(Number(event.currentTarget.value))}
      >
        {sizes.map((size) => (
          <option key={size} value={String(size)}>
            {size} rows
          </option>
        ))}
      </select>
    </div>
  );
}
