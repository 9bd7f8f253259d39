import type { Quantity } from '../../quantities/finding/quantity.ts';
import { isReadWhole } from '../../quantities/is-read-whole.ts';
import { linkQuantities } from '../../quantities/link-quantities.ts';
import type { SourceCache } from '../../quantities/source-cache.ts';
import { linkFilledValues } from './link-filled-values.ts';
import type { AnswerSources } from './list-answer-sources.ts';

/**
 * Finds the numbers and names of an answer; offsets refer to `markdown`. If part of the outputs could not be read, no number is
 * unfounded: those are unclear. Returns an empty list if the lookup throws, so that the page or the export still works.
 */
export function lookUpAnswer(
  markdown: string,
  { answer, cells, question }: AnswerSources,
  cache: SourceCache,
): readonly Quantity[] {
  try {
    const filled = linkFilledValues(markdown, answer, cells);
    const isFilled = ({ start, end }: Quantity) =>
      filled.some((each) => start < each.end && end > each.start);
    const others = linkQuantities(markdown, cells, question, cache).filter((each) => !isFilled(each));
    const quantities = [...filled, ...others].toSorted((a, b) => a.start - b.start);
    if (isReadWhole(cells, cache)) return quantities;
    return quantities.map((each) => (each.status === 'unfounded' ? { ...each, status: 'unclear' } : each));
  } catch {
    return [];
  }
}
