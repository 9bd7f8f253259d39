/** What a run's prompts come to. */
import type { AnalysisRun, Prompt } from './run-analysis.ts';

export interface Figures {
  steps: number;
  compactions: number;
  summaries: number;
  ours: Series;
  kept: Series;
}

interface Series {
  last: number;
  largest: number;
  sum: number;
  /** Tokens that each step adds, by least squares over the steps after the tenth. */
  growth: number;
  /** Part of all prompt tokens that the prompt before began with. */
  sameShare: number;
}

/** The first steps fill an empty prompt, whatever is done later. */
const FIRST_STEP = 11;

export function toFigures({ prompts, run }: AnalysisRun): Figures {
  return {
    steps: prompts.length,
    compactions: run.compactions.length,
    summaries: run.compactions.filter(({ summary }) => summary).length,
    ours: toSeries(prompts.map(({ step, tokens, sameTokens }) => ({ step, tokens, same: sameTokens }))),
    kept: toSeries(
      prompts.map(({ step, keptTokens, keptSameTokens }) => ({
        step,
        tokens: keptTokens,
        same: keptSameTokens,
      })),
    ),
  };
}

function toSeries(points: { step: number; tokens: number; same: number }[]): Series {
  const sum = points.reduce((total, { tokens }) => total + tokens, 0);
  return {
    last: points.at(-1)?.tokens ?? 0,
    largest: Math.max(...points.map(({ tokens }) => tokens)),
    sum,
    growth: fitSlope(points.filter(({ step }) => step >= FIRST_STEP)),
    sameShare: points.reduce((total, { same }) => total + same, 0) / sum,
  };
}

function fitSlope(points: readonly Pick<Prompt, 'step' | 'tokens'>[]): number {
  const mean = (pick: (point: Pick<Prompt, 'step' | 'tokens'>) => number) =>
    points.reduce((total, point) => total + pick(point), 0) / points.length;
  const [step, tokens] = [mean((point) => point.step), mean((point) => point.tokens)];
  const covariance = mean((point) => (point.step - step) * (point.tokens - tokens));
  return covariance / mean((point) => (point.step - step) ** 2);
}

export function toTable({ steps, compactions, summaries, ours, kept }: Figures): string {
  const count = (value: number) => Math.round(value).toLocaleString('en-US');
  const row = (title: string, pick: (series: Series) => string) =>
    `| ${title} | ${pick(ours)} | ${pick(kept)} |`;
  return [
    `${steps} prompts; ${compactions} compactions, ${summaries} of them with a summary. Tokens are estimated at 4 characters.`,
    '',
    '| | Actbook | keeping everything |',
    '| --- | --: | --: |',
    row('largest prompt', ({ largest }) => count(largest)),
    row('last prompt', ({ last }) => count(last)),
    row(`growth a step, from step ${FIRST_STEP} on`, ({ growth }) => count(growth)),
    row('all prompts', ({ sum }) => count(sum)),
    row('part that the prompt before began with', ({ sameShare }) => `${(sameShare * 100).toFixed(1)} %`),
    row('tokens no cache can know', ({ sum, sameShare }) => count(sum * (1 - sameShare))),
  ].join('\n');
}
