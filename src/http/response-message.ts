import { cut, memberPath, oneLine, shorten } from '../messages/describe.js';
import { own } from '../values/plain-object.js';

/** How many characters of a service's text a message has. */
const MOST = 200;

/** How deep a text may be in a body, and how many members are looked at on each level. */
const DEPTH = 8;
const WIDTH = 10;

/**
 * Why a service rejected a request, from the body of its response, in which keys are hidden: one
 * line, empty if the body does not say it (decision 3).
 */
export function responseMessage(body: unknown): string {
  const text = typeof body === 'string' ? messageOfText(body) : messageOfJson(body);
  return cut(oneLine(text), MOST);
}

/** Plain text, or the heading or the title of an HTML page. */
function messageOfText(text: string): string {
  const start = text.slice(0, 10_000).trim();
  if (/^[[{]/.test(start)) return ''; // JSON that is not valid, or too long
  if (!/^</.test(start)) return start;
  const [, heading] = /<h1\b[^>]{0,200}>([\s\S]{0,500}?)<\/h1>/i.exec(start) ?? [];
  const [, title = ''] = /<title\b[^>]{0,200}>([^<]{0,500})<\/title>/i.exec(start) ?? [];
  return (heading || title).replace(/<[^<>]{0,200}>/g, ' ').replace(/&(#?\w{1,8});/g, readEntity);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', mdash: '—' };

function readEntity(_: string, name: string): string {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (name.startsWith('#')) return code > 31 && code < 0xd800 ? String.fromCharCode(code) : ' ';
  return own(entities, name) ?? ' ';
}

/** The members that have the reason, the most precise first, and those that name it. */
const reasonMembers = ['errors', 'error_description', 'error', 'message', 'detail', 'title'];

function messageOfJson(body: unknown): string {
  const items = Array.isArray(body) ? messageOfItems(body, 0) : messageOfMembers(body, 0);
  return items || firstText(body, '', 0);
}

/** The reason in the members of an object that say it in the usual forms. */
function messageOfMembers(body: unknown, depth: number): string {
  if (typeof body !== 'object' || body === null || depth > DEPTH) return '';
  for (const name of reasonMembers) {
    const message = messageOf(Reflect.get(body, name), depth + 1, name === 'errors');
    if (message) return message;
  }
  return '';
}

/** @param isTree - Whether an object may have texts by the names of fields. */
function messageOf(value: unknown, depth: number, isTree: boolean): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return messageOfItems(value, depth);
  const message = messageOfMembers(value, depth);
  if (message || !isTree || typeof value !== 'object' || value === null) return message;
  const fields = Object.entries(value).slice(0, WIDTH);
  const texts = fields.map(([name, member]) => firstText(member, shorten(name), depth));
  return texts.filter(Boolean).join('; ');
}

const messageOfItems = (items: readonly unknown[], depth: number): string =>
  items
    .slice(0, WIDTH)
    .map((item) => (typeof item === 'string' ? item : messageOfMembers(item, depth + 1)))
    .filter(Boolean)
    .join('; ');

/** The first text of a tree with its path: `where.fee.gte: A valid number is required.` */
function firstText(value: unknown, path: string, depth: number): string {
  if (typeof value === 'string') return value.trim() && `${path && `${path}: `}${value}`;
  if (typeof value !== 'object' || value === null || depth > DEPTH) return '';
  for (const [name, member] of Object.entries(value).slice(0, WIDTH)) {
    const isList = Array.isArray(value);
    const inside = path || isList ? memberPath(path, isList ? Number(name) : name) : shorten(name);
    const text = firstText(member, isList && typeof member === 'string' ? path : inside, depth + 1);
    if (text) return text;
  }
  return '';
}
