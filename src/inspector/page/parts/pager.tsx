import { inspectorLimits } from '../../protocol.js';
import { formatCount } from '../text/format.js';
import { Choice } from './field.js';

interface PagerProps {
  readonly skip: number;
  readonly take: number;
  readonly total: number;
  readonly onSkip: (skip: number) => void;
  /** Without it, pages have one size. */
  readonly onTake?: (take: number) => void;
}

const sizes = [25, 50, 100, inspectorLimits.rowsPage].map((size) => [String(size), `${size} rows`] as const);

export function Pager({ skip, take, total, onSkip, onTake }: PagerProps) {
  const last = Math.max(0, Math.floor((total - 1) / take) * take);
  const first = total === 0 ? '0' : `${formatCount(skip + 1)}–${formatCount(Math.min(total, skip + take))}`;
  const button = (label: string, text: string, target: number) => (
    <button type="button" aria-label={label} disabled={target === skip} onClick={() => onSkip(target)}>
      {text}
    </button>
  );
  return (
    <div class="row">
      {button('First page', '«', 0)}
      {button('Previous page', '‹', Math.max(0, skip - take))}
      <span role="status">
        {first} of {formatCount(total)}
      </span>
      {button('Next page', '›', Math.min(last, skip + take))}
      {button('Last page', '»', last)}
      {onTake && (
        <Choice
          isLabelHidden
          label="Rows on a page"
          value={String(take)}
          options={sizes}
          onValue={(value) => onTake(Number(value))}
        />
      )}
    </div>
  );
}
