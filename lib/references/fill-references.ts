import type { Reference } from './find-references.ts';
import { listValues } from './write-values-cell.ts';

/** A value in the text that was filled in. */
export interface FilledSpan {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** Which of the values it is: the line of their cell. */
  readonly index: number;
}

/** `texts`: of each value, as `listValues` orders them. */
export function fillReferences(
  markdown: string,
  references: readonly Reference[],
  texts: readonly string[],
): { readonly text: string; readonly spans: readonly FilledSpan[] } {
  const keys = listValues(references).map(toKey);
  const spans: FilledSpan[] = [];
  let text = '';
  let at = 0;
  for (const reference of references) {
    const index = keys.indexOf(toKey(reference));
    text += markdown.slice(at, reference.start);
    const start = text.length;
    const filled = toMarksOf(texts[index] ?? '', reference.language);
    text += isInBlock(text, markdown.slice(reference.end)) ? filled.trim() : filled;
    spans.push({ start, end: text.length, index });
    at = reference.end;
  }
  return { text: text + markdown.slice(at), spans };
}

/** Between empty lines, a table needs none of its own. */
const isInBlock = (before: string, after: string): boolean =>
  /(?:^|\n\n)$/.test(before) && /^(?:\n\n|\s*$)/.test(after);
/** A number as Python prints it, with the marks of a language: `1,234.5%` is `1.234,5 %` in German. */
function toMarksOf(printed: string, language: string | undefined): string {
  if (language === undefined || !/^[-+]?[\d,]*\.?\d+%?$/.test(printed)) return printed;
  const percent = printed.endsWith('%');
  const parts = new Intl.NumberFormat(language, { style: percent ? 'percent' : 'decimal' }).formatToParts(
    -12_345_678.9,
  );
  const find = (type: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const decimal = new Intl.NumberFormat(language)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value;
  const marked = printed.replaceAll(/[,.]/g, (mark) =>
    mark === ',' ? find('group', ',') : (decimal ?? '.'),
  );
  const before = parts.findLast(({ type }) => type === 'literal')?.value ?? '';
  return percent ? marked.replace('%', `${before}%`) : marked;
}

const toKey = ({ expression, format }: Pick<Reference, 'expression' | 'format'>): string =>
  `${expression}\n${format}`;
