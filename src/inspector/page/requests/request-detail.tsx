import { useLayoutEffect, useRef } from 'preact/hooks';
import { writeRelaxedJson } from '../../../query/relaxed-json.js';
import type { FoundResource } from '../../../schema/find-resource.js';
import type { QueryParameter, RequestDetail } from '../../protocol.js';
import { routeTo } from '../connection/route.js';
import { useLoaded } from '../connection/use-loaded.js';
import { JsonBlock } from '../parts/code.js';
import { CopyButton } from '../parts/copy-button.js';
import { Facts } from '../parts/facts.js';
import { Empty } from '../parts/table.js';
import { formatDuration, formatTime, statusClass } from '../text/format.js';
import { MessageView } from './message-view.js';
import { isJsonParameter } from './request-row.js';

export function RequestDetailPanel({ id }: { readonly id: string }) {
  const { result: detail, problem } = useLoaded<RequestDetail>(`requests/${encodeURIComponent(id)}`);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    // With the arrow keys in the list, the next request is shown and the focus stays, if the list is visible.
    if (!(focused instanceof HTMLElement) || focused.offsetParent === null) title.current?.focus();
  }, []);
  return (
    <aside class="request-detail column" aria-labelledby="detail-title">
      <header class="row pad between">
        <h2 id="detail-title" ref={title} tabIndex={-1}>
          {detail ? `${detail.method} ${detail.path}` : `Request ${id}`}
        </h2>
        <a class="button" aria-label="Close the details" href={routeTo('requests')}>
          ✕
        </a>
      </header>
      {problem ? <Empty>{problem}</Empty> : detail && <Detail detail={detail} />}
    </aside>
  );
}

function Detail({ detail }: { readonly detail: RequestDetail }) {
  const { status, time, milliseconds, problem, parameters, curl, clientCall, resource } = detail;
  return (
    <div class="scroll pad">
      <p class="row soft">
        <strong class={statusClass(status)}>{status ?? 'No response'}</strong>
        {resource && <span>{`${resource.name}.${resource.operation}`}</span>}
        <span>{formatTime(time)}</span>
        <span>{formatDuration(milliseconds)}</span>
      </p>
      {problem && <p class="box error">{problem}</p>}
      <p class="row">
        {curl && <CopyButton text={curl} label="Copy as curl" />}
        {clientCall && <CopyButton text={clientCall} label="Copy as client call" />}
        {resource && (
          <a class="button" href={routeToSameRows(resource, parameters)}>
            Open in Data
          </a>
        )}
      </p>
      {parameters.length > 0 && <h3>Query</h3>}
      <Facts
        facts={parameters.map(({ name, text }) => [
          name,
          isJsonParameter(name) ? (
            <JsonBlock key={name} text={text} label={`Parameter ${name}`} />
          ) : (
            <code key={name} class="string">
              {text}
            </code>
          ),
        ])}
      />
      <MessageView title="Request" headers={detail.requestHeaders} body={detail.requestBody} />
      <MessageView title="Response" headers={detail.responseHeaders} body={detail.responseBody} />
    </div>
  );
}

function routeToSameRows(
  { name: item, operation, id }: FoundResource,
  parameters: readonly QueryParameter[],
) {
  const textOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.text ?? '';
  const where = operation === 'get' ? writeRelaxedJson({ id }) : textOf('where');
  return routeTo('data', { item, where, include: textOf('include') });
}
