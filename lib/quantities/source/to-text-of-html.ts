/** HTML that is not a plain table, as its text. Takes time for its length, whatever is in it. */

export function toTextOfHtml(html: string): string {
  return withoutCode(html)
    .replaceAll(/<\/(?:p|div|tr|li|h\d)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ');
}

/** Without scripts and styles; one without an end takes all the rest, as in a browser. */
function withoutCode(html: string): string {
  const begin = /<(script|style)\b/gi;
  let [text, at] = ['', 0];
  for (;;) {
    begin.lastIndex = at;
    const match = begin.exec(html);
    if (!match) return text + html.slice(at);
    text += html.slice(at, match.index);
    const end = new RegExp(`</${match[1]}>`, 'gi');
    end.lastIndex = begin.lastIndex;
    if (!end.test(html)) return text;
    at = end.lastIndex;
  }
}
