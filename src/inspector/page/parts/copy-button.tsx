import { useEffect, useState } from 'preact/hooks';
import { notifyError } from './notices.js';

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const done = await write(text);
    setCopied(done);
    if (!done) notifyError('The browser does not allow this page to copy. Select the text and copy it.');
  };
  return (
    <button type="button" onClick={copy}>
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </button>
  );
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeByCommand(text);
  }
}

/** For a mock on another machine. Browsers offer `navigator.clipboard` only for HTTPS and for this machine. */
function writeByCommand(text: string): boolean {
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', write);
  const done = document.execCommand('copy');
  document.removeEventListener('copy', write);
  return done;
}
