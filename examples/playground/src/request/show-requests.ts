import { element } from '../page/element';
import type { SentRequest } from './record-requests';
import { relaxedJsonTokens } from './relaxed-json-tokens';

/** Shows each request, decoded. */
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
  );
}
