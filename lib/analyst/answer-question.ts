/** From a question over a prepared table to its answer: read, decide, compute. */

import { assertNever } from '../util/assert-never.ts';
import { type Analysis, GiveUp } from './analysis.ts';
import { analyzeDates, analyzeSample } from './analyze-edges.ts';
import { analyzeCount, analyzeDistinct, analyzeRows, analyzeSummary } from './analyze-figures.ts';
import { analyzeGroups } from './analyze-groups.ts';
import { analyzeOutliers } from './analyze-outliers.ts';
import { analyzeOverview } from './analyze-overview.ts';
import { analyzeDistribution, analyzeDuplicates, analyzeMissing } from './analyze-quality.ts';
import { analyzeCorrelation } from './analyze-relations.ts';
import { analyzeShare } from './analyze-share.ts';
import { analyzeTrend } from './analyze-trend.ts';
import type { Dataset } from './dataset.ts';
import { code, listWords } from './format.ts';
import type { Intent, UnclearIntent } from './intent.ts';
import { lookUpValues } from './lookup-values.ts';
import { isUnread } from './read-unread.ts';
import { explainUnclear } from './unclear.ts';
import { listChain, plainText, understand } from './understand.ts';

/** `earlier` are the session's previous questions, oldest first, for "and by island?". */
export function* answerQuestion(prepared: Dataset, asked: string, before: readonly string[]): Analysis {
  if (prepared.columns.length === 0 || prepared.rows === 0) return explainEmpty(prepared);
  const question = plainText(asked, prepared.file);
  const earlier = before.map((text) => plainText(text, prepared.file));
  const known = yield* lookUpValues(prepared, listChain(prepared, question, earlier));
  const { dataset, intent } = understand(known, question, earlier);
  if (intent.kind === 'unclear') throw new GiveUp(explainUnclear(known, intent, question), 'refusal');
  const unread = intent.assumptions.filter(isUnread);
  const rest = intent.assumptions.filter((sentence) => !isUnread(sentence));
  const answer = yield* analyzeIntent(dataset, { ...intent, assumptions: rest });
  return [...unread, answer].join('\n\n');
}

function explainEmpty({ file, columns }: Dataset): string {
  const names = columns.map(({ name }) => code(name));
  const holds =
    names.length > 0
      ? `has ${names.length === 1 ? 'the column' : 'the columns'} ${listWords(names)} but`
      : 'has';
  return `The file ${code(file)} ${holds} no rows, so there is nothing to compute.`;
}

function* analyzeIntent(dataset: Dataset, intent: Exclude<Intent, UnclearIntent>): Analysis {
  switch (intent.kind) {
    case 'groups':
      return yield* analyzeGroups(dataset, intent);
    case 'summary':
      return yield* analyzeSummary(dataset, intent);
    case 'rows':
      return yield* analyzeRows(dataset, intent);
    case 'count':
      return yield* analyzeCount(dataset, intent);
    case 'distinct':
      return yield* analyzeDistinct(dataset, intent);
    case 'share':
      return yield* analyzeShare(dataset, intent);
    case 'correlation':
      return yield* analyzeCorrelation(dataset, intent);
    case 'distribution':
      return yield* analyzeDistribution(dataset, intent);
    case 'trend':
      return yield* analyzeTrend(dataset, intent);
    case 'outliers':
      return yield* analyzeOutliers(dataset, intent);
    case 'missing':
      return yield* analyzeMissing(dataset, intent);
    case 'duplicates':
      return yield* analyzeDuplicates(dataset, intent);
    case 'overview':
      return yield* analyzeOverview(dataset, intent);
    case 'sample':
      return yield* analyzeSample(dataset, intent);
    case 'dates':
      return yield* analyzeDates(dataset, intent);
    default:
      return assertNever(intent);
  }
}
