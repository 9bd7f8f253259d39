import { formatCost } from '../../../../lib/protocol/runs/describe-usage.ts';
import type { WaysBasis, WaysBudget } from '../../../../lib/protocol/ways/ways.ts';
import { formatCount } from '../../../../lib/util/format-count.ts';
import { pluralize } from '../../../../lib/util/pluralize.ts';
import { formatDuration } from '../../../ui/text/format.ts';

/** `15 min`, not `15 min 00 s`: most limits are whole minutes. */
function formatLimit(limitMs: number): string {
  return limitMs % 60_000 === 0 ? `${limitMs / 60_000} min` : formatDuration(limitMs);
}

/** Words of the page on which several ways are side by side. */
export const WAYS_TEXTS = {
  documentTitle: (title: string) => `Several ways · ${title}`,
  missing: {
    title: 'These ways are not here',
    text: 'This notebook was not tried in such ways.',
  },
  loading: 'Loading the ways',
  toNotebook: 'Open the notebook',
  tabs: 'Ways',
  running: (count: number) => `${pluralize(count, 'way')} running`,
  waiting: (count: number) => `${pluralize(count, 'way')} waiting for you`,
  comparing: 'The answers are being compared',
  ended: (count: number) => pluralize(count, 'way'),
  stopAll: 'Stop all',
  stopping: 'Stopping',
  budget: ({ together, each }: WaysBudget) =>
    `Limit: ${pluralize(together.maxSteps, 'step')} together, ${each.maxSteps} each · ${formatCount(together.maxTokens)} tokens together${
      together.maxCost === undefined ? '' : ` · ${formatCost(together.maxCost)} together`
    } · ${formatLimit(together.runTimeoutMs)}`,

  loadingWay: 'Loading',
  deleted: 'The notebook of this way was deleted',
  reconnecting: 'Connecting again',
  rebuilding: (progress: string) => `${progress} again`,
  starting: 'Starting',
  notRun: 'Did not run',
  isNotebook: 'Is the notebook now',
  begins: {
    live: 'Began with all variables.',
    rebuild: 'Began with a new kernel, which ran the cells above again.',
    empty: 'Began with a new kernel.',
  },
  open: 'Its own notebook',
  openLabel: (name: string) => `Its own notebook: ${name}`,
  use: 'Use this one',
  useAndStop: 'Use this one, stop the others',
  nameUse: (words: string, name: string) => `${words}: ${name}`,
  changed: 'The notebook was changed since, so no other way can take its place.',
  cells: (name: string) => `Work of ${name}`,

  basis: 'What the choice rests on',
  basisOf: {
    values: 'The values that are equal',
    only: 'The values that were computed',
    judge: 'The comparison of the answers',
  } satisfies Partial<Record<WaysBasis['kind'], string>>,
  chosen: (name: string) => `“${name}” is the notebook now.`,
  chosenBy: (who: string, name: string) => `${who} chose “${name}”, which is the notebook now.`,
  lost: 'Its kernel had ended, so its variables are lost. Its cells can run again there.',
  value: 'In the answer',
  printed: 'As its code put it out',
  comparedBy: (judge: string, threshold: number) =>
    `${judge} read every two answers in both orders. A way wins if both agree with a confidence of at least ${threshold}.`,
  agree: (names: string) => `The same values, so one of them was read: ${names}.`,
  pair: (one: string, other: string) => `“${one}” and “${other}”`,
  preferred: (name: string) => `“${name}” is preferred`,
  undecided: 'Not decided',
  first: (name: string) => `With “${name}” read first`,
  verdict: (winner: string | null, confidence: number) =>
    `${winner === null ? 'neither is better' : `“${winner}” is better`}, confidence ${confidence}`,
  comparisonTook: (usage: string) => `The comparison took ${usage}.`,
} as const;
