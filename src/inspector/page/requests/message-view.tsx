import type { HeaderLine, RecordedBody } from '../../mock/server/inspector/protocol.js';
import { CodeBlock, JsonBlock } from '../parts/code.js';
import { CopyButton } from '../parts/copy-button.js';
import { formatBytes, formatNumberOf } from '../text/format.js';

/** The headers of a request or of a response. */
export function HeaderTable({
  headers,
  label,
}: {
  readonly headers: readonly HeaderLine[];
  readonly label: string;
}) {
  if (headers.length === 0) return null;
  return (
    <details class="headers">
      <summary>
        {label} <span class="soft">{formatNumberOf(headers.length, 'header')}</span>
      </summary>
      <dl>
        {headers.map(([name, value]) => (
          <div key={`${name} ${value}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The body of a request or of a response. */
export function BodyView({
  body,
  label,
}: {
  readonly body: RecordedBody | undefined;
  readonly label: string;
}) {
  if (!body) return <p class="soft">No body</p>;
  const { text, bytes, kept } = body;
  return (
    <>
      <p class="body-facts">
        <span class="soft grow">
          {label}, {formatBytes(bytes)}
          {kept === 'cut' && ', truncated'}
          {kept === 'dropped' && ', dropped to save memory'}
        </span>
        {kept !== 'dropped' && <CopyButton text={text} label="Copy" />}
      </p>
      {kept !== 'dropped' &&
        (isJson(text) ? (
          <JsonBlock text={text} label={label} />
        ) : (
          <CodeBlock label={label}>{text}</CodeBlock>
        ))}
    </>
  );
}

/** Whether to color it. A cut body is not complete JSON. */
const isJson = (text: string): boolean => /^\s*[[{"]/.test(text);
