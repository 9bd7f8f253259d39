import type { Reference } from './find-references.ts';
import { toMarksOf } from './to-marks-of.ts';
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
    text += toMarksOf(texts[index] ?? '', reference.language);
    spans.push({ start, end: text.length, index });
    at = reference.end;
  }
  return { text: text + markdown.slice(at), spans };
}

const toKey = ({ expression, format }: Pick<Reference, 'expression' | 'format'>): string =>
  `${expression}\n${format}`;
