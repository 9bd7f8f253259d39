/** The numbers of an answer: looked up in the outputs above it, and put into words. */
import type { Quantity, QuantityStatus } from '../../../quantities/finding/quantity.ts';
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

/**
 * How many numbers of an answer were found, and which were not, as a sentence for users; null if every number was found.
 * `isWithoutCode`: whether no code has run above an answer about data, which is then said too. `toText`: escapes what the
 * answer says, where the sentence is Markdown.
 */
export function describeNumbers(
  quantities: readonly Quantity[],
  isWithoutCode = false,
  toText: (text: string) => string = (text) => text,
): string | null {
  const numbers = quantities.filter(({ kind }) => kind === 'number');
  const missing = numbers.filter(({ status }) => status === 'unfounded');
  const count = (...statuses: QuantityStatus[]) =>
    numbers.filter(({ status }) => statuses.includes(status)).length;
  const unclear = count('unclear');
  const names = [...new Set(missing.map(nameMissing))].map(toText).join(', ');
  const parts = [
    `${count('stated', 'derived')} found in the outputs`,
    ...(unclear > 0 ? [`${unclear} without a certain source`] : []),
    ...(missing.length > 0 ? [`${missing.length} not found (errors and warnings aside): ${names}`] : []),
  ];
  const sentences = [
    ...(isWithoutCode ? ['No code above this answer has run, so no output supports it.'] : []),
    ...(missing.length + unclear > 0 ? [`Numbers: ${parts.join(', ')}.`] : []),
  ];
  return sentences.join(' ') || null;
}

/** `3,733 g (compare 3773.1)`: with the value that it was probably copied from. */
export function nameMissing({ text, instead }: Quantity): string {
  return instead ? `${text.trim()} (compare ${instead.printed.slice(0, MAX_PRINTED)})` : text.trim();
}

const MAX_PRINTED = 40;
