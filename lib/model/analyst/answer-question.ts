/** From a question over a prepared table to its answer: read, decide, compute. */

import { assertNever } from '../../util/assert-never.ts';
import { analyseCount, analyseDistinct, analyseRows, analyseSummary } from './analyse-figures.ts';
import { analyseGroups } from './analyse-groups.ts';
import { analyseOverview } from './analyse-overview.ts';
import {
  analyseDistribution,
  analyseDuplicates,
  analyseMissing,
  analyseOutliers,
} from './analyse-quality.ts';
import { analyseCorrelation } from './analyse-relations.ts';
import { analyseShare } from './analyse-share.ts';
import { analyseTrend } from './analyse-trend.ts';
import type { Analysis } from './analysis.ts';
import type { Dataset } from './dataset.ts';
import { layOver } from './follow-up.ts';
import type { Intent } from './intent.ts';
import { lookUpValues } from './lookup-values.ts';
import { planIntent } from './plan-intent.ts';
import { readQuestion } from './read-question.ts';

const BEYOND =
  'I am the built-in analyst: rule-based, no language model, and I could not tell from this question what to compute. ' +
  'I can do averages, totals, counts, rankings, comparisons, trends, shares, correlations, distributions, outliers and missing values, with filters and plots. ' +
  'For open questions, configure a language model (`OPENAI_API_KEY`, or `OPENAI_BASE_URL` for a local server). Here is an overview of the file.';

/** `earlier` are the session's previous questions, oldest first, for "and by island?". */
export function* answerQuestion(prepared: Dataset, question: string, earlier: readonly string[]): Analysis {
  const dataset = prepared.rows > 0 ? yield* lookUpValues(prepared, question) : prepared;
  const reading = layOver(
    { text: question, reading: readQuestion(question, dataset) },
    earlier.map((text) => ({ text, reading: readQuestion(text, dataset) })),
  );
  const intent = planIntent(reading, dataset);
  if (dataset.columns.length === 0 || dataset.rows === 0) {
    return yield* analyseOverview(dataset, intent, 'The table has no rows, so there is nothing to compute.');
  }
  return yield* analyseIntent(dataset, intent);
}

function* analyseIntent(dataset: Dataset, intent: Intent): Analysis {
  switch (intent.kind) {
    case 'groups':
      return yield* analyseGroups(dataset, intent);
    case 'summary':
      return yield* analyseSummary(dataset, intent);
    case 'rows':
      return yield* analyseRows(dataset, intent);
    case 'count':
      return yield* analyseCount(dataset, intent);
    case 'distinct':
      return yield* analyseDistinct(dataset, intent);
    case 'share':
      return yield* analyseShare(dataset, intent);
    case 'correlation':
      return yield* analyseCorrelation(dataset, intent);
    case 'distribution':
      return yield* analyseDistribution(dataset, intent);
    case 'trend':
      return yield* analyseTrend(dataset, intent);
    case 'outliers':
      return yield* analyseOutliers(dataset, intent);
    case 'missing':
      return yield* analyseMissing(dataset, intent);
    case 'duplicates':
      return yield* analyseDuplicates(dataset, intent);
    case 'overview':
      return yield* analyseOverview(dataset, intent, null);
    case 'unclear':
      return yield* analyseOverview(dataset, intent, BEYOND);
    default:
      return assertNever(intent);
  }
}
