import { element } from '../page/element';
import { relaxedJsonTokens } from './relaxed-json-tokens';
import type { SentRequest } from './sent-request';

/** Shows each request, decoded and as sent, with its length compared to plain JSON. */
export function showRequests(place: HTMLElement, requests: readonly SentRequest[]): void {
  place.replaceChildren(
    ...(requests.length === 0
      ? [element('p', { className: 'nothing' }, 'No request was sent.')]
      : requests.map(showRequest)),
  );
}

function showRequest(request: SentRequest): HTMLElement {
  const url = new URL(request.target, 'https://service');
  const parameters = [...url.searchParams].map(([name, text], index) =>
    element(
      'span',
      { className: 'parameter' },
      element('span', { className: 'punctuation' }, index === 0 ? '?' : '&'),
      element('span', { className: 'name' }, name),
      element('span', { className: 'punctuation' }, '='),
      ...relaxedJsonTokens(text).flatMap(({ kind, text: piece }) => [
        element('span', { className: kind }, piece),
        piece === ',' ? element('wbr', {}) : '',
      ]),
    ),
  );
  return element(
    'article',
    { className: 'request' },
    element(
      'p',
      { className: 'readable code' },
      element('span', { className: 'method' }, request.method),
      ` ${decodeURI(url.pathname)}`,
      element(
        'span',
        { className: 'status' },
        request.status === undefined ? '' : `${request.status}`,
      ),
      ...parameters,
    ),
    element('p', { className: 'encoded code' }, ...encodedPieces(request.target)),
    showLengths(request),
  );
}

/** The target as sent, with its percent escapes in elements of their own. */
const encodedPieces = (target: string): (string | HTMLElement)[] =>
  target
    .split(/((?:%[0-9A-F]{2})+)/)
    .map((piece, index) => (index % 2 ? element('span', { className: 'escape' }, piece) : piece));

/** Compares the lengths in two bars; empty if the request has no query string. */
function showLengths({ target, plainTarget }: SentRequest): HTMLElement | string {
  if (!target.includes('?')) return '';
  const longest = Math.max(target.length, plainTarget.length);
  const bar = (className: string, label: string, { length }: string) => {
    const line = element('span', { className: `length ${className}` });
    line.style.inlineSize = `${(100 * length) / longest}%`;
    return [
      element('dt', {}, label),
      element('dd', {}, line, element('span', {}, `${length} characters`)),
    ];
  };
  return element(
    'dl',
    { className: 'lengths' },
    ...bar('sent', 'As sent', target),
    ...bar('plain', 'As plain JSON', plainTarget),
  );
}
