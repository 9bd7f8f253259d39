import type { Quantity } from '../../../quantities/finding/quantity.ts';
import { type LinkOptions, linkQuantities } from '../../../quantities/link-quantities.ts';
import type { SourceCache } from '../../../quantities/source-cache.ts';
import { linkFilledValues } from './filled-values.ts';
import type { AnswerSources } from './list-answer-sources.ts';
import { readLeaves } from './read-leaves.ts';

/**
 * Finds the numbers of an answer; offsets refer to `markdown`. If part of the outputs could not be read, no number is
 * unfounded: those are unclear. Returns an empty list if the lookup throws, so that the page or the export still works.
 */
export function lookUpAnswer(
  markdown: string,
  { answer, cells, question, earlier, sizes }: AnswerSources,
  cache: SourceCache,
): readonly Quantity[] {
  try {
    const filled = linkFilledValues(markdown, answer, cells);
    const isFilled = ({ start, end }: Quantity) =>
      filled.some((each) => start < each.end && end > each.start);
    const known = () => earlier().flatMap(listFound);
    const looked = linkText(markdown, { cells, question }, { known, sizes, cache });
    const others = looked.filter((each) => !isFilled(each));
    const quantities = [...filled, ...others].toSorted((a, b) => a.start - b.start);
    if (cache.read(cells).isWhole) return quantities;
    return quantities.map((each) => (each.status === 'unfounded' ? { ...each, status: 'unclear' } : each));
  } catch {
    return [];
  }
}

/** The values of an answer in JSON are claims, whereas code in an answer is not. */
function linkText(
  markdown: string,
  { cells, question }: Pick<AnswerSources, 'cells' | 'question'>,
  options?: LinkOptions,
): Quantity[] {
  const leaves = readLeaves(markdown);
  const found = linkQuantities(leaves?.text ?? markdown, cells, question, options);
  return leaves ? found.flatMap((each) => leaves.toPlace(each) ?? []) : found;
}

/** Numbers of an earlier answer that outputs said. */
function listFound({ answer, ...asked }: ReturnType<AnswerSources['earlier']>[number]): string[] {
  return linkText(answer.source, asked).flatMap(({ status, text }) =>
    status === 'stated' || status === 'derived' ? text : [],
  );
}
