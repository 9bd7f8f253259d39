/** Tags in any dress: `<name a="b">`, `<name=value>`, `<|name|>`, `[NAME]`, `◁name▷`. What they are called is not known here. */
import { defaultSchema } from 'hast-util-sanitize';

export interface Tag {
  /** The brackets before its name. */
  readonly bracket: string;
  /** In lower case. */
  readonly name: string;
  /** What follows the name, as written. */
  readonly rest: string;
  readonly isClosing: boolean;
  readonly isSelfClosing: boolean;
  readonly start: number;
  readonly end: number;
}

const NAME = '(/?)([\\p{L}_][\\p{L}\\p{N}_.:-]{0,60})';
/** Brackets of markup, or of another script than that of the words; each with its slash, name, rest and slash at the end. */
const TAG = new RegExp(
  `(?<!\\\\)(?:${[
    '(<[|｜])(/?)([^<>|｜\\n]{1,60})()()[|｜]>',
    `(<)${NAME}((?:[\\s=][^<>]{0,300}?)?)(/?)>`,
    `(\\[)${NAME}((?:[\\s=][^\\[\\]\\n]{0,300}?)?)(/?)\\](?!\\()`,
    `(\\{)${NAME}((?:[\\s=][^{}\\n]{0,300}?)?)(/?)\\}`,
    `((?![\\u0000-\\u007f])[\\p{Ps}\\p{Pi}\\p{Sm}\\p{So}])${NAME}((?:[\\s=][^\\n]{0,300}?)?)(/?)(?![\\u0000-\\u007f])[\\p{Pe}\\p{Pf}\\p{Sm}\\p{So}]`,
  ].join('|')})`,
  'gu',
);

/** No reply that means something has more. */
const MAX_TAGS = 2_000;

export function listTags(text: string): Tag[] {
  const tags: Tag[] = [];
  const closed = new Set(text.match(/[[{]\/[\p{L}_][\p{L}\p{N}_.:-]{0,60}/gu));
  for (const match of text.matchAll(TAG)) {
    if (tags.length === MAX_TAGS) break;
    const form = match.findIndex((group, index) => index > 0 && group !== undefined);
    const [bracket = '', slash, name = '', rest = '', end] = match.slice(form);
    // A list, a link or a set in prose; tokens of this kind are in capitals or are closed.
    const isToken = /^[A-Z][A-Z_]+$/.test(name) || slash === '/' || closed.has(`${bracket}/${name}`);
    if (/[[{]/.test(bracket) && !isToken) continue;
    tags.push({
      bracket,
      name: name.toLowerCase(),
      rest,
      isClosing: slash === '/',
      isSelfClosing: end === '/',
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return tags;
}

const PAGE_NAMES = ['html', 'head', 'body', 'style', 'script', 'svg'];
const HTML_NAMES = new Set([...(defaultSchema.tagNames ?? []), ...PAGE_NAMES]);

/** Whether a page shows the tag as HTML, so that it can be part of an answer. */
export function isHtml({ bracket, name }: Tag): boolean {
  return bracket === '<' && HTML_NAMES.has(name);
}

/** A token of a chat template or of another dialect: neither HTML nor XML has it. */
export function isToken({ bracket, rest }: Tag): boolean {
  return bracket !== '<' || rest.startsWith('=');
}

/** Whether `close` ends what `open` begins: by a slash, or as `end_of_x` ends `begin_of_x`. */
export function isCloserOf(open: Tag, close: Tag): boolean {
  if (open.bracket !== close.bracket || open.isClosing) return false;
  if (close.isClosing) return open.name === close.name;
  return open.bracket.length > 1 && areCounterparts(open.name, close.name);
}

/** Names of the same words but for one, and that one another word. */
function areCounterparts(one: string, other: string): boolean {
  const left = one.split(/[_▁\s.:-]+/);
  const right = other.split(/[_▁\s.:-]+/);
  if (left.length !== right.length || left.length < 2) return false;
  const differing = left.flatMap((word, index) => {
    const twin = right[index] ?? '';
    return word === twin ? [] : [[word, twin] as const];
  });
  const [[word = '', twin = ''] = []] = differing;
  return differing.length === 1 && !word.startsWith(twin) && !twin.startsWith(word);
}

/** A text without these parts of it, which are in order. */
export function cutOut(
  text: string,
  parts: readonly { readonly start: number; readonly end: number }[],
): string {
  return parts.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

const MAX_BEFORE = 400;

/** Whether nothing but other tags is before the tag on its line. */
export function startsLine(text: string, { start }: Tag): boolean {
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /^\s*$/.test(line.replaceAll(TAG, ''));
}
