import { useMemo } from 'preact/hooks';
import type { RequestSummary } from '../../protocol.js';
import { routeTo } from '../connection/route.js';
import { InlineJson } from '../parts/code.js';
import { formatDuration, formatTime, statusClass } from '../text/format.js';

interface RequestRowProps {
  readonly request: RequestSummary;
  /** Whether its details are shown. */
  readonly isCurrent: boolean;
}

/** Whether a parameter contains relaxed JSON. */
export const isJsonParameter = (name: string): boolean => name === 'where' || name === 'include';

/** A request on one line, or on two on a narrow screen: a link to its details. */
export function RequestRow({ request, isCurrent }: RequestRowProps) {
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
            {parameters.map(({ name, text }) => (
              <span key={`${name} ${text}`} class="parameter">
                <span class="soft">{name}</span>{' '}
                {isJsonParameter(name) ? <InlineJson text={text} /> : <span class="string">{text}</span>}
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
