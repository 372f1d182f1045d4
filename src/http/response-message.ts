import { cut, memberPath, oneLine, shorten } from '../messages/describe.js';

/** How many characters of a service's text a message has. */
const MOST = 200;

/** How deep a text may be in a body, and how many members are looked at on each level. */
const DEPTH = 8;
const WIDTH = 10;

/** The members that have the reason, the most precise first, and those that name it. */
const reasonMembers = ['errors', 'error_description', 'error', 'message', 'detail', 'title'];

/**
 * Why a service rejected a request, from the body of its response, in which keys are hidden: one
 * line, empty if the body does not say it (decision 3).
 */
export function responseMessage(body: unknown): string {
  const text = typeof body === 'string' ? textOfPage(body) : textsIn(body).join('; ');
  return cut(oneLine(text), MOST);
}

/** Plain text, or the heading or the title of an HTML page. */
function textOfPage(text: string): string {
  const start = text.slice(0, 10_000).trim();
  if (/^[[{]/.test(start)) return ''; // JSON that is not valid, or too long
  if (!/^</.test(start)) return start;
  const [, heading] = /<h1\b[^>]{0,200}>([\s\S]{0,500}?)<\/h1>/i.exec(start) ?? [];
  const [, title = ''] = /<title\b[^>]{0,200}>([^<]{0,500})<\/title>/i.exec(start) ?? [];
  return (heading || title).replace(/<[^<>]{0,200}>|&#?\w{1,8};/g, ' ');
}

/**
 * The texts in a value: of the first member that says the reason, or else all, with their paths:
 * `where.fee.gte: A valid number is required.`
 */
function textsIn(value: unknown, path = '', depth = 0): string[] {
  if (typeof value === 'string') return value.trim() ? [path ? `${path}: ${value}` : value] : [];
  if (typeof value !== 'object' || value === null || depth > DEPTH) return [];
  for (const name of reasonMembers) {
    const texts = textsIn(Reflect.get(value, name), path, depth + 1);
    if (texts[0]) return texts;
  }
  const members = Object.entries(value).filter(([name]) => !reasonMembers.includes(name));
  return members.slice(0, WIDTH).flatMap(([name, member]) => {
    let place = path ? memberPath(path, name) : shorten(name);
    if (Array.isArray(value))
      place = path && typeof member === 'object' ? `${path}[${name}]` : path;
    return textsIn(member, place, depth + 1);
  });
}
