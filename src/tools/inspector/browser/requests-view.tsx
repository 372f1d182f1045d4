import type { InspectorState, ShownRequest } from '../state.js';
import { CodeText } from './code.js';
import { Table } from './table.js';

export function RequestsView({ total, last }: InspectorState['requests']) {
  return (
    <Table
      label={
        total > last.length
          ? `The last ${last.length} of ${total} requests`
          : 'Requests, newest first'
      }
      columns={['Status', 'Request', 'Rows', 'Time']}
      numeric={['Rows', 'Time']}
      empty={`No requests yet. Send one to ${location.origin}/v1`}
      rows={last.map((request) => ({
        id: request.id,
        cells: [
          <span key="status" class={statusClass(request)}>
            {request.status ?? request.state}
          </span>,
          <Request key="request" request={request} />,
          rowCounts(request),
          request.duration === undefined ? '' : `${request.duration.toFixed(1)} ms`,
        ],
      }))}
    />
  );
}

function Request({ request }: { readonly request: ShownRequest }) {
  const { method, path, code, problem, explanation = [] } = request;
  return (
    <>
      <p>
        <strong>{method}</strong> {path}
      </p>
      {code && <CodeText text={code} />}
      {problem && <p class="problem">{problem}</p>}
      {explanation.map((sentence) => (
        <p key={sentence} class="explanation">
          {sentence}
        </p>
      ))}
    </>
  );
}

/** `3`, or `10 of 24` if the page is not all. */
const rowCounts = ({ rows, total }: ShownRequest): string =>
  rows === undefined
    ? ''
    : total === undefined || total === rows
      ? `${rows}`
      : `${rows} of ${total}`;

function statusClass({ status = 500, state }: ShownRequest): string {
  if (state === 'pending') return 'soft';
  return status < 400 ? 'good' : 'problem';
}
