/** From a question over a prepared table to its answer: read, decide, compute. */

import { assertNever } from '../../util/assert-never.ts';
import { analyseDates, analyseSample } from './analyse-edges.ts';
import { analyseCount, analyseDistinct, analyseRows, analyseSummary } from './analyse-figures.ts';
import { analyseGroups } from './analyse-groups.ts';
import { analyseOutliers } from './analyse-outliers.ts';
import { analyseOverview } from './analyse-overview.ts';
import { analyseDistribution, analyseDuplicates, analyseMissing } from './analyse-quality.ts';
import { analyseCorrelation } from './analyse-relations.ts';
import { analyseShare } from './analyse-share.ts';
import { analyseTrend } from './analyse-trend.ts';
import { type Analysis, GiveUp } from './analysis.ts';
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
  const answer = yield* analyseIntent(dataset, { ...intent, assumptions: rest });
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

function* analyseIntent(dataset: Dataset, intent: Exclude<Intent, UnclearIntent>): Analysis {
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
      return yield* analyseOverview(dataset, intent);
    case 'sample':
      return yield* analyseSample(dataset, intent);
    case 'dates':
      return yield* analyseDates(dataset, intent);
    default:
      return assertNever(intent);
  }
}
