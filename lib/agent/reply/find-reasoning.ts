/** Reasoning between tags of any name: words and code that the model considered, before what it means. */
import { isFenceLabel, isOtherLabel } from '../../execution/languages/is-fence-label.ts';
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { cutOut, isCloserOf, isHtml, isToken, listTags, startsLine, type Tag } from './markup.ts';
import { type Block, BlockScanner } from './scan-blocks.ts';
import { toSource } from './to-source.ts';

/** A reply without the reasoning that holds code; `hidden` is a tag whose code is neither run nor followed by other code. */
export interface WithoutReasoning {
  readonly text: string;
  readonly hidden: string | null;
}

interface Wrapper {
  readonly open: Tag;
  readonly start: number;
  readonly end: number;
  /** Whether words are next to its code. */
  readonly isMixed: boolean;
}

/** `isWhole`: whether the model ended its reply itself. */
export function dropReasoning(text: string, isWhole: boolean, language: Language): WithoutReasoning {
  const all = listTags(text);
  const blocks = all.length > 0 ? listCode(text, language) : [];
  if (blocks.length === 0) return { text, hidden: null };
  const isInCode = ({ start }: Tag) => blocks.some((block) => block.start <= start && start < block.end);
  const tags = all.filter((tag) => !isInCode(tag) && !isHtml(tag));
  const stray = findStray(text, tags);
  if (stray) return dropReasoning(text.slice(stray.end), isWhole, language);
  const wrappers = findWrappers(text, tags, blocks, isWhole);
  const last = blocks.findLast(
    ({ start }) => !wrappers.some((each) => each.start <= start && start < each.end),
  );
  const dropped = wrappers.filter((each) => isDropped(each, text, last));
  const rest = cutOut(text, dropped);
  const [first] = dropped;
  if (!first) return { text, hidden: null };
  const isFirst = text.slice(0, first.start).trim() === '';
  const isAnswered = isFirst && isToken(first.open) && rest.trim() !== '';
  return { text: rest, hidden: last || isAnswered ? null : text.slice(first.open.start, first.open.end) };
}

/** Code alone between tags is a call in some dialect, unless code that nothing wraps follows it. */
function isDropped({ end, isMixed, open }: Wrapper, text: string, last: Block | undefined): boolean {
  if (isMixed || (last && last.start >= end)) return true;
  return isToken(open) && withoutTags(text.slice(end)).trim() !== '';
}

function withoutTags(text: string): string {
  return text.replaceAll(/<[^<>\n]{1,60}>/g, '');
}

/** The blocks that would run, wherever they are. */
function listCode(text: string, language: Language): Block[] {
  const scanner = new BlockScanner(text, language);
  const blocks = scanner.list((offset) => scanner.findFence(offset) ?? scanner.findTag(offset));
  return blocks.filter((block) => {
    if (block.kind === 'tag' || isFenceLabel(block.label, language)) return true;
    return !isOtherLabel(block.label, language) && looksLikeCode(language, toSource(block, language));
  });
}

/** A token on the end of a line that closes what the prompt may have opened, with more below. */
function findStray(text: string, tags: readonly Tag[]): Tag | null {
  const isStray = (close: Tag, index: number) =>
    close.isClosing &&
    isToken(close) &&
    // It ends the turn of a person.
    close.name !== 'inst' &&
    /^[ \t]*\n\s*\S/.test(text.slice(close.end, close.end + 200)) &&
    !tags.slice(0, index).some((open) => isCloserOf(open, close));
  return tags.find(isStray) ?? null;
}

/** Whether a tag that nothing closes can begin reasoning: neither a role of a chat template nor the first word of a sentence. */
function mayOpenThought(text: string, { bracket, name, end }: Tag): boolean {
  if (bracket.length > 1)
    return /[_▁\s]/.test(name) && !/^[ \t]*\w+[ \t]*(?:\n|$)/.test(text.slice(end, end + 80));
  return !/^[ \t]+\S/.test(text.slice(end, end + 80));
}

/** Outermost pairs of tags around code, in order. */
function findWrappers(
  text: string,
  tags: readonly Tag[],
  blocks: readonly Block[],
  isWhole: boolean,
): Wrapper[] {
  const wrappers: Wrapper[] = [];
  for (const [index, open] of tags.entries()) {
    const before = wrappers.at(-1);
    if ((before && open.start < before.end) || !startsLine(text, open)) continue;
    const close = tags.slice(index + 1).find((tag) => isCloserOf(open, tag));
    // A reply that ends in its reasoning did not come to what it means.
    const isFirst = !open.isClosing && text.slice(0, open.start).trim() === '';
    if (!close && !(isFirst && (!isWhole || mayOpenThought(text, open)))) continue;
    const end = close?.end ?? text.length;
    const bodyEnd = close?.start ?? text.length;
    const inside = blocks.filter(({ start }) => open.end <= start && start < bodyEnd);
    if (inside.length === 0) continue;
    const words = withoutTags(cutOut(text.slice(0, bodyEnd), inside).slice(open.end));
    if (!close && isWhole && !/(?<!\p{L})\p{L}+(?:['’\s]+\p{L}+){2}|[\p{Lo}]{4}/u.test(words)) continue;
    wrappers.push({ open, start: open.start, end, isMixed: /\p{L}{2}/u.test(words) });
  }
  return wrappers;
}
