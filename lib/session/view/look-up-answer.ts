import type { Quantity } from '../../quantities/finding/quantity.ts';
import { isReadWhole } from '../../quantities/is-read-whole.ts';
import { linkQuantities } from '../../quantities/link-quantities.ts';
import type { SourceCache } from '../../quantities/source-cache.ts';
import type { AnswerSources } from './list-answer-sources.ts';

/**
 * The numbers of an answer, with places in `markdown`. None is called unfounded where some text of the outputs was not read,
 * and none is told of an answer that cannot be read: it must not cost the page or the export.
 */
export function lookUpAnswer(
  markdown: string,
  { cells, question }: AnswerSources,
  cache: SourceCache,
): readonly Quantity[] {
  try {
    const quantities = linkQuantities(markdown, cells, question, cache);
    return isReadWhole(cells, cache) ? quantities : quantities.filter(({ status }) => status !== 'unfounded');
  } catch {
    return [];
  }
}
