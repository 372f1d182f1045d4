import type { ComponentChildren } from 'preact';
import type { RequestSummary } from '../../mock/server/inspector/protocol.js';
import { InlineJson } from '../parts/code.js';
import { GridCell, GridRow } from '../parts/grid.js';
import { formatDuration, formatTime, statusClass } from '../text/format.js';
import { isJsonParameter } from './query-view.js';

interface RequestRowProps {
  readonly request: RequestSummary;
  readonly index: number;
  /** The position in the list in pixels. */
  readonly top: number;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** The id of the element of a request. */
export const rowId = (id: number): string => `request-${id}`;

/** A request on one line, or on two on a narrow screen. */
export function RequestRow({ request, index, top, isActive, isOpen, onOpen }: RequestRowProps) {
  const { id, time, method, path, parameters, status, milliseconds } = request;
  return (
    <GridRow
      id={rowId(id)}
      class={isActive ? 'request-row active' : 'request-row'}
      aria-rowindex={index + 1}
      aria-selected={isOpen}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onOpen}
    >
      <Cell name="time">{formatTime(time)}</Cell>
      <Cell name="method">{method}</Cell>
      <Cell name="path">
        {path}
        <span class="query">
          {parameters.map(({ name, text }) => (
            <span key={`${name} ${text}`} class="parameter">
              <span class="parameter-name">{name}</span>
              {isJsonParameter(name) ? <InlineJson text={text} /> : <span class="string">{text}</span>}
            </span>
          ))}
        </span>
      </Cell>
      <Cell name={`status ${statusClass(status)}`}>{status ?? 'none'}</Cell>
      <Cell name="duration">{formatDuration(milliseconds)}</Cell>
    </GridRow>
  );
}

const Cell = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <GridCell class={`cell ${name}`}>{children}</GridCell>
);
