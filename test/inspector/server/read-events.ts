import { request } from 'node:http';
import type { OpenInspector } from './open-inspector.js';

/** Reads the event stream until its text is enough. Fails after 15 seconds without an event. */
export function readEvents(
  { port, token }: Pick<OpenInspector, 'port' | 'token'>,
  isEnough: (text: string) => boolean,
): Promise<string> {
  const path = `/inspector/events?token=${token}`;
  return new Promise((resolve, reject) => {
    let text = '';
    const sent = request({ host: '127.0.0.1', port, path }, (response) => {
      response.setEncoding('utf8');
      response.on('error', () => {}).on('close', () => reject(new Error(`the stream ended: ${text}`)));
      response.on('data', (chunk) => {
        text += chunk;
        if (!isEnough(text)) return;
        sent.destroy();
        resolve(text);
      });
    });
    sent.on('error', reject).setTimeout(15_000, () => sent.destroy(new Error(`not enough events: ${text}`)));
    sent.end();
  });
}

/** The events in the text of a stream. */
export const eventsIn = (text: string): { event: string; data: unknown }[] =>
  text.split('\n\n').flatMap((block) => {
    const [, event] = /^event: (.*)$/m.exec(block) ?? [];
    const [, data] = /^data: (.*)$/m.exec(block) ?? [];
    return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }];
  });
