import { useEffect, useState } from 'preact/hooks';
import { notifyError } from './notices.js';

/** A button that copies text. */
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
    return writeFromSelection(text);
  }
}

/** For a mock on another machine. Browsers offer `navigator.clipboard` only for HTTPS and for this machine. */
function writeFromSelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  const place = document.querySelector('dialog[open]') ?? document.body;
  const focused = document.activeElement;
  place.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
