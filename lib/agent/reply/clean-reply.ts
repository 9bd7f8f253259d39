/** Takes off a reply what is neither code nor words to the user: reasoning, leaked tokens, odd newlines. */

/**
 * Newlines become `\n`; byte order marks, zero-width edges and leaked end-of-turn tokens go;
 * reasoning between think tags goes, an unclosed one to the end of the reply.
 */
export function cleanReply(text: string): string {
  return stripEnd(stripThinking(trimInvisible(text.replaceAll(/\r\n?/g, '\n'))));
}

/** Opens a line or follows the end of a sentence: between quotes it is a word like any other. */
const THINK = /(?<=^[ \t]*|[.!?])<(think|thinking|reasoning)>/gim;

/** Removes the reasoning some models write into their reply between think tags. */
export function stripThinking(text: string): string {
  const rest = dropStrayClose(dropChannels(text));
  const kept: string[] = [];
  let from = 0;
  for (const open of rest.matchAll(THINK)) {
    if (open.index < from) continue;
    kept.push(rest.slice(from, open.index));
    const close = new RegExp(`</${open[1]}>`, 'gi');
    close.lastIndex = open.index;
    if (!close.exec(rest)) return kept.join('');
    from = close.lastIndex;
  }
  return [...kept, rest.slice(from)].join('');
}

/** The opening tag may have stood in the prompt: everything before a lone closing tag is reasoning. */
function dropStrayClose(text: string): string {
  const close = /<\/(think|thinking|reasoning)>[ \t]*(?=\n|$)/i.exec(text);
  if (!close) return text;
  const before = text.slice(0, close.index);
  const hasOpen = new RegExp(`<${close[1]}>`, 'i').test(before);
  return hasOpen ? text : text.slice(close.index + close[0].length);
}

const HIDDEN_CHANNEL =
  /(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)\b[\s\S]*?(?:<\|end\|>|<\|call\|>|$)/g;
const FINAL_CHANNEL = /(?:<\|start\|>assistant)?<\|channel\|>final\b[^\n|]{0,80}<\|message\|>/g;

/** The response format of gpt-oss, when a server does not take it apart. */
function dropChannels(text: string): string {
  return text.includes('<|channel|>')
    ? text.replaceAll(HIDDEN_CHANNEL, '').replaceAll(FINAL_CHANNEL, '')
    : text;
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
