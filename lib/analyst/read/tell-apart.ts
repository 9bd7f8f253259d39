/** What a question counts where rows alone mislead: orders of which some have several rows, and what was done to some rows only. */
import { countOnce, identifierOf } from './figures.ts';
import type { Lattice } from './lattice.ts';
import type { Frame, Measure, View } from './meanings.ts';

/** Counts different orders instead of their rows, where `order_id` repeats. Null where a figure "per order" would be one per row. */
export function tellApart(frame: Frame, { edges, tokens }: Lattice, view: View): Frame | null {
  const nouns = edges.filter(({ category }) => category === 'Noun');
  const [noun, ...others] = new Set(nouns.map(({ meaning }) => meaning as string));
  const field = noun === undefined || others.length > 0 || frame.once ? null : identifierOf(noun, view);
  const keys = JSON.stringify([frame.keys, frame.target]);
  const isRepeated = field !== null && field.missing === 0 && field.unique < view.size;
  if (!field || !isRepeated || keys.includes(JSON.stringify(field.name))) return frame;
  const isPer = nouns.some(({ start }) => ['per', 'each', 'every'].includes(tokens[start - 1]?.word ?? ''));
  if (isPer && frame.measures.some(({ figure }) => figure.kind !== 'count')) return null;
  const count = (measure: Measure) => countOnce(measure, field) ?? measure;
  const measures = frame.measures.map(count);
  const having = frame.having && { ...frame.having, measure: count(frame.having.measure) };
  const isChanged = [...measures, having?.measure].some(
    (measure) => measure && ![...frame.measures, frame.having?.measure].includes(measure),
  );
  if (!isChanged) return frame;
  return {
    ...frame,
    measures,
    having,
    notes: [...frame.notes, `Different \`${field.name}\` are counted, not rows.`],
  };
}

/** What only some of the rows may have undergone. */
const DONE: ReadonlySet<string> = new Set(
  'paid billed charged answered treated served sent handled sold booked visited collected registered received submitted reported hosted'.split(
    ' ',
  ),
);
const BE: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were', 'been', 'being', 'got']);
const TIES: ReadonlySet<string> = new Set(['by', 'to', 'from', 'with', 'through', 'via', 'for']);

/** Says that no column tells of which rows a verb is true, where rows are counted: "how many invoices were paid". */
export function noteVerb({ edges, tokens }: Lattice, frame: Frame): string[] {
  if (frame.measures.length === 0 || frame.measures.some(({ figure }) => figure.kind !== 'count')) return [];
  return tokens.flatMap(({ word, text }, at) => {
    const [before = '', after = ''] = [tokens[at - 1]?.word, tokens[at + 1]?.word];
    const isSaid = DONE.has(word) && BE.has(before) && !TIES.has(after);
    const isKnown = edges.some(
      ({ category, start, end }) =>
        start <= at && at < end && ['Value', 'Flag', 'Happened', 'Num', 'Col', 'Root'].includes(category),
    );
    return isSaid && !isKnown ? [`No column says which were ${text}: all of them count.`] : [];
  });
}
