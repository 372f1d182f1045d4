import { useLayoutEffect, useRef } from 'preact/hooks';
import type { HeaderLine, RecordedBody, RequestDetail } from '../protocol.js';
import { CodeBlock, CopyButton } from './code.js';
import { useLoaded } from './connection.js';
import { formatBytes, formatCount, formatDuration, formatTime, statusClass } from './format.js';
import { routeTo } from './route.js';
import { Empty, Facts, Hints } from './table.js';

export function RequestDetailPanel({ id }: { readonly id: string }) {
  const { result, problem } = useLoaded<RequestDetail>(`requests/${encodeURIComponent(id)}`);
  const detail = problem === undefined ? result : undefined; // of another request that is still kept
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    // With the arrow keys in the list, the next request is shown and the focus stays, if the list
    // is visible.
    if (!(focused instanceof HTMLElement) || focused.offsetParent === null) title.current?.focus();
  }, []);
  return (
    <aside class="request-detail column" aria-labelledby="detail-title">
      <header class="row pad">
        <h2 id="detail-title" class="grow" ref={title} tabIndex={-1}>
          {detail ? `${detail.method} ${detail.path}` : `Request ${id}`}
        </h2>
        <a class="button" aria-label="Close the details" href={routeTo('requests')}>
          ✕
        </a>
      </header>
      {problem && <Empty>{problem}</Empty>}
      {detail && <Detail detail={detail} />}
    </aside>
  );
}

function Detail({ detail }: { readonly detail: RequestDetail }) {
  const {
    status,
    time,
    milliseconds,
    problem,
    rows,
    hints,
    parameters,
    dataQuery,
    resource,
    clientCall,
  } = detail;
  return (
    <div class="scroll pad">
      <p class="row soft">
        <strong class={statusClass(status)}>{status ?? 'No response'}</strong>
        {resource && <span>{`${resource.name}.${resource.operation}`}</span>}
        <span>{formatTime(time)}</span>
        <span>{formatDuration(milliseconds)}</span>
        {rows && <span>{`${formatCount(rows.shown)} of ${formatCount(rows.total)} rows`}</span>}
      </p>
      <Hints hints={hints} />
      {problem && <p class="box error">{problem}</p>}
      <p class="row">
        {clientCall && <CopyButton text={clientCall} label="Copy as client call" />}
        {resource && dataQuery && (
          <a class="button" href={routeTo('data', { item: resource.name, ...dataQuery })}>
            Open in Data
          </a>
        )}
      </p>
      {parameters.length > 0 && <h3>Query</h3>}
      <Facts
        facts={parameters.map(({ name, text, isCode }) => [
          name,
          isCode ? (
            <CodeBlock key={name} text={text} label={`Parameter ${name}`} isCode />
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

interface MessageViewProps {
  readonly title: 'Request' | 'Response';
  readonly headers: readonly HeaderLine[];
  readonly body: RecordedBody | undefined;
}

function MessageView({ title, headers, body }: MessageViewProps) {
  const label = `${title} body`;
  return (
    <>
      <h3>{title}</h3>
      {headers.length > 0 && (
        <details>
          <summary>
            {title} headers <span class="soft">{headers.length}</span>
          </summary>
          <Facts facts={headers} />
        </details>
      )}
      {!body && <p class="soft">No body</p>}
      {body && (
        <>
          <p class="row">
            <span class="soft grow">
              {label}, {formatBytes(body.bytes)}
              {body.isCut && ', truncated'}
            </span>
            <CopyButton text={body.text} label="Copy" />
          </p>
          <CodeBlock label={label} text={body.json ?? body.text} isCode={body.json !== undefined} />
        </>
      )}
    </>
  );
}
