/** Takes off a reply what is neither code nor words to a person: reasoning, leaked tokens, odd newlines. */

/**
 * Newlines become `\n`; byte order marks, zero-width edges and leaked end-of-turn tokens go;
 * reasoning between think tags goes, an unclosed one to the end of the reply.
 */
export function cleanReply(text: string): string {
  return stripEnd(stripThinking(trimInvisible(text.replaceAll(/\r\n?/g, '\n'))));
}

/** Removes the reasoning some models write into their reply between think tags. */
export function stripThinking(text: string): string {
  const OPEN = /^[ \t]*<(think|thinking|reasoning)>/im;
  let rest = dropStrayClose(text);
  for (let open = OPEN.exec(rest); open; open = OPEN.exec(rest)) {
    const close = new RegExp(`</${open[1]}>`, 'i').exec(rest.slice(open.index));
    const after = close ? rest.slice(open.index + close.index + close[0].length) : '';
    rest = rest.slice(0, open.index) + after;
  }
  return rest;
}

/** The opening tag may have stood in the prompt: everything before a lone closing tag is reasoning. */
function dropStrayClose(text: string): string {
  const close = /<\/(think|thinking|reasoning)>[ \t]*(?=\n|$)/i.exec(text);
  if (!close) return text;
  const before = text.slice(0, close.index);
  const hasOpen = new RegExp(`<${close[1]}>`, 'i').test(before);
  return hasOpen ? text : text.slice(close.index + close[0].length);
}

const END_TOKEN = /(?:<\|[a-z_]{2,20}\|>|<｜[^｜]{2,30}｜>|<\/s>|<end_code>|\[\/?INST\])$/i;
const MAX_END_TOKEN_LENGTH = 34;

/** Looks at the last characters alone: a model that runs away repeats such a token thousands of times. */
function stripEnd(text: string): string {
  let rest = text.trimEnd();
  for (;;) {
    const token = END_TOKEN.exec(rest.slice(-MAX_END_TOKEN_LENGTH))?.[0];
    if (token === undefined) return rest;
    rest = rest.slice(0, -token.length).trimEnd();
  }
}

const INVISIBLE = new Set(['\ufeff', '\u200b', '\u200c', '\u200d', '\u2060']);

/** Removes byte order marks and zero-width characters from both ends. */
export function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && INVISIBLE.has(text.charAt(start))) start++;
  while (end > start && INVISIBLE.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
