/** The parts of an answer within which words belong to a number: a sentence, an item of a list, a cell of a table. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Block {
  /** Sentences of a paragraph, an item or a heading; one cell of a table. */
  readonly sentences: readonly Span[];
  /** What stands above or beside and says what this is about: heading and lead-in. */
  readonly lead: readonly Span[];
  /** The names of the row and the column, for a cell of a table. */
  readonly labels: readonly Span[];
  /** Index of the row of a table, to tell neighbors; -1 otherwise. */
  readonly row: number;
}

interface Line extends Span {
  readonly text: string;
}

/** Of a line without blanks around it. */
const DIVIDER = /^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?$/;
const ITEM = /^\s*(?:>\s*)*(?:•\s|\ufffc{1,4}\s)/;
const HEADING = /^\s*#{1,6}\s/;

/** `text`: of {@link toPlainMarkdown}. */
export function readBlocks(text: string): Block[] {
  const lines = toLines(text);
  const blocks: Block[] = [];
  let [heading, lead]: [Span | null, Span | null] = [null, null];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.text.trim() === '') {
      at++;
      continue;
    }
    const above = [heading, lead].filter((span) => span !== null);
    if (line.text.includes('|') && DIVIDER.test(lines[at + 1]?.text.trim() ?? '')) {
      const end = findEnd(lines, at, (next) => !next.text.includes('|'));
      for (const block of readTable(lines.slice(at, end), above)) blocks.push(block);
      at = end;
      continue;
    }
    const end = findEnd(
      lines,
      at,
      (next) => ITEM.test(next.text) || HEADING.test(next.text) || next.text.trim() === '',
    );
    const span = { start: line.start, end: lines[end - 1]?.end ?? line.end };
    const isItem = ITEM.test(line.text);
    const isHeading = HEADING.test(line.text);
    blocks.push({
      sentences: readSentences(text, span),
      lead: isItem ? above : heading ? [heading] : [],
      labels: [],
      row: -1,
    });
    if (isHeading) [heading, lead] = [span, null];
    else if (!isItem) lead = span;
    at = end;
  }
  return blocks;
}

function toLines(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const found = { text: line, start, end: start + line.length };
    start += line.length + 1;
    return found;
  });
}

function findEnd(lines: readonly Line[], from: number, isOther: (line: Line) => boolean): number {
  let end = from + 1;
  while (end < lines.length && !isOther(lines[end] as Line)) end++;
  return end;
}

/** A point before a capital letter, or the end of the line where nothing follows. */
const SENTENCE_END =
  /(?<!\d)[.!?](?=[\u2060)”"]*\s+[\u2060("“]*\p{Lu})|(?<=\d)[.!?](?=[\u2060)”"]*\s+[\u2060("“]*\p{Lu})(?! (?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L}))|\n(?=\s*\n)/gu;

function readSentences(text: string, { start, end }: Span): Span[] {
  const sentences: Span[] = [];
  let from = start;
  for (const match of text.slice(start, end).matchAll(SENTENCE_END)) {
    const to = start + match.index + 1;
    sentences.push({ start: from, end: to });
    from = to;
  }
  sentences.push({ start: from, end });
  return sentences.flatMap((sentence) => divide(text, sentence));
}

/** Longer ones are lists or tables without their marks. */
const MAX_SENTENCE = 1500;

/** A sentence that is too long, as its lines, and lines that are too long, at blanks. */
function divide(text: string, { start, end }: Span): Span[] {
  if (end - start <= MAX_SENTENCE) return [{ start, end }];
  const parts: Span[] = [];
  let from = start;
  while (from < end) {
    const line = text.indexOf('\n', from) + 1;
    let to = line > 0 && line < end ? line : end;
    if (to - from > MAX_SENTENCE) {
      const blank = text.lastIndexOf(' ', from + MAX_SENTENCE);
      to = blank > from ? blank : from + MAX_SENTENCE;
    }
    parts.push({ start: from, end: to });
    from = to;
  }
  return parts;
}

function readTable(lines: readonly Line[], lead: readonly Span[]): Block[] {
  const [head, , ...rows] = lines.map(readCells);
  if (!head) return [];
  const titles = head.map((span) => ({ sentences: [span], lead, labels: [], row: 0 }));
  const body = rows.flatMap((cells, row) =>
    cells.map((span, column) => {
      const others = column === 0 ? [] : cells.slice(0, 1);
      const title = head[column];
      return { sentences: [span], lead, labels: [...others, ...(title ? [title] : [])], row: row + 1 };
    }),
  );
  return [...titles, ...body];
}

function readCells({ text, start }: Line): Span[] {
  const from = /^\s*\|/.exec(text)?.[0].length ?? 0;
  const trimmed = text.trimEnd();
  const to = trimmed.endsWith('|') ? trimmed.length - 1 : text.length;
  let at = start + from;
  return text
    .slice(from, Math.max(from, to))
    .split('|')
    .map((cell) => {
      const span = { start: at, end: at + cell.length };
      at = span.end + 1;
      return span;
    });
}
