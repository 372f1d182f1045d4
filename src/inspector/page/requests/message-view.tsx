import type { HeaderLine, RecordedBody } from '../../protocol.js';
import { CodeBlock, JsonBlock } from '../parts/code.js';
import { CopyButton } from '../parts/copy-button.js';
import { Facts } from '../parts/facts.js';
import { formatBytes } from '../text/format.js';

interface MessageViewProps {
  /** `Request` or `Response`. */
  readonly title: string;
  readonly headers: readonly HeaderLine[];
  readonly body: RecordedBody | undefined;
}

export function MessageView({ title, headers, body }: MessageViewProps) {
  const label = `${title} body`;
  return (
    <>
      <h3>{title}</h3>
      {headers.length > 0 && (
        <details>
          <summary>
            {title} headers <span class="soft">{headers.length}</span>
          </summary>
          <Facts facts={headers} isCode />
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
          {/^\s*[[{"]/.test(body.text) ? ( // a cut body is not complete JSON
            <JsonBlock text={body.text} label={label} />
          ) : (
            <CodeBlock label={label}>{body.text}</CodeBlock>
          )}
        </>
      )}
    </>
  );
}
