/** HTML as a reader of plain text needs it: cells divided by bars, rows by newlines, programs and styles left out. */

const DROPPED = ['style', 'script', 'svg', 'iframe', 'object', 'canvas', 'noscript', 'template'];

export function htmlToText(html: string): string {
  return dropElements(html)
    .replaceAll(/<\/(?:tr|p|div|li|h\d)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/t[dh]>/gi, ' | ')
    .replaceAll(/<[^<>]{1,2000}>/g, '')
    .replaceAll(/&(nbsp|lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Searches, because a pattern would be slow: the text between may have any length. */
function dropElements(html: string): string {
  let kept = dropComments(html);
  for (const name of DROPPED) kept = dropElement(kept, name);
  return kept;
}

function dropComments(html: string): string {
  return html
    .split('<!--')
    .map((part, index) => (index === 0 ? part : part.slice((part.indexOf('-->') + 1 || part.length + 1) + 2)))
    .join('');
}

function dropElement(html: string, name: string): string {
  const lower = html.toLowerCase();
  if (lower.length !== html.length) return html;
  const parts: string[] = [];
  let at = 0;
  for (let start = findTag(lower, name, 0); start >= 0; start = findTag(lower, name, at)) {
    parts.push(html.slice(at, start));
    const end = lower.indexOf(`</${name}`, start);
    const close = end < 0 ? -1 : lower.indexOf('>', end);
    at = close < 0 ? html.length : close + 1;
  }
  return parts.length === 0 ? html : parts.join('') + html.slice(at);
}

function findTag(lower: string, name: string, from: number): number {
  for (let at = lower.indexOf(`<${name}`, from); at >= 0; at = lower.indexOf(`<${name}`, at + 1)) {
    if (/[\s>/]/.test(lower[at + name.length + 1] ?? '>')) return at;
  }
  return -1;
}

const ENTITIES: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** The text of an HTML value and, when it is a page with a program or a picture, a word on that. */
export function digestHtml(html: string): string {
  const text = htmlToText(html);
  const program = /<(?:script|iframe|object|embed|svg|canvas|img)[\s>]/i.exec(html);
  if (!program && text !== '') return text;
  const size = `${html.length.toLocaleString('en-US')} characters`;
  const note = `[HTML of ${size}${program ? ' with interactive or drawn parts' : ''}, shown to the user]`;
  return text === '' ? note : `${note}\n${text}`;
}
