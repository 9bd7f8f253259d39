/** Read of a text at most, characters: lists show less. */
const MAX_READ_LENGTH = 2000;
const MAX_LENGTH = 160;
const FENCE = /^(?:`{3,}|~{3,}|\$\$)/;
/** Tables, rules, and headings: no sentences. */
const NO_SENTENCE = /^(?:\||#{1,6}\s|[-*_]{3,}\s*$)/;

/**
 * The first line of prose of a Markdown text, as plain text of at most 160 characters; the first heading if there is
 * no prose, and empty if there is neither.
 */
export function readFirstWords(markdown: string): string {
  const lines = markdown
    .slice(0, MAX_READ_LENGTH)
    .split('\n')
    .map((line) => line.trim())
    .filter(createFenceFilter())
    .filter((line) => line !== '');
  const line =
    lines.find((each) => !NO_SENTENCE.test(each)) ?? lines.find((each) => each.startsWith('#')) ?? '';
  const words = toPlainText(line.replace(/^(?:#{1,6}|[-*+>]|\d+[.)])\s+/, ''));
  return words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH - 1)}…` : words;
}

/** For lines in their order: false for fences and what is between them. */
function createFenceFilter(): (line: string) => boolean {
  let fence = '';
  return (line) => {
    const mark = FENCE.exec(line)?.[0] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) {
      fence = '';
      return false;
    }
    return fence === '';
  };
}

/** The text without the marks of links, emphasis, and code. An underscore inside a name stays. */
export function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '');
}
