/** Results of a suite as tables to read. */
import type { Outcome } from '../../lib/protocol/runs/run.ts';
import { addUsage, countTokens } from '../../lib/protocol/runs/usage.ts';
import type { TaskResult } from './run-task.ts';

export function toReport(results: readonly TaskResult[]): string {
  const byActions = Map.groupBy(results, ({ actions }) => actions);
  return [
    '| task | actions | correct | steps | tokens | time | cost |',
    '| --- | --- | --- | --: | --: | --: | --: |',
    ...results.map(toRow),
    '',
    '| actions | tasks | accuracy | values | steps | tokens | time | cost |',
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
    ...[...byActions].map(([actions, group]) => toSum(actions, group)),
    ...(results.some(({ isLenient }) => isLenient) ? ['', LENIENT] : []),
  ].join('\n');
}

const LENIENT =
  '`yes*` and `no*`: the answer had no `@name[value]`, so its prose was searched for the value, which is kinder.';

function toRow(result: TaskResult): string {
  const { id, actions, isCorrect, isLenient, steps, usage, durationMs, outcome } = result;
  const verdict = `${isCorrect ? 'yes' : 'no'}${isLenient ? '*' : ''}`;
  const end = outcome.status === 'answered' ? '' : ` (${toCause(outcome)})`;
  return `| ${[id, actions, verdict + end, steps, toTokens(usage), toSeconds(durationMs), toCost(usage.cost)].join(' | ')} |`;
}

function toCause(outcome: Outcome): string {
  if (outcome.status === 'stopped') return outcome.reason;
  return outcome.status === 'failed' ? outcome.code : outcome.status;
}

/** Accuracy is the share of tasks with every value right, `values` that of single values. */
function toSum(actions: string, results: readonly TaskResult[]): string {
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  const total = (pick: (result: TaskResult) => number) => results.reduce((sum, each) => sum + pick(each), 0);
  const usage = addUsage(...results.map((each) => each.usage));
  const values = total(({ expected }) => expected);
  return `| ${[
    actions,
    results.length,
    share(
      total(({ isCorrect }) => Number(isCorrect)),
      results.length,
    ),
    share(
      total(({ hits }) => hits),
      values,
    ),
    total(({ steps }) => steps),
    toTokens(usage),
    toSeconds(total(({ durationMs }) => durationMs)),
    toCost(usage.cost),
  ].join(' | ')} |`;
}

function toTokens(usage: TaskResult['usage']): string {
  return `${usage.estimated ? '≈' : ''}${countTokens(usage).toLocaleString('en-US')}`;
}

function toSeconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

function toCost(cost: number | undefined): string {
  return cost === undefined ? '–' : `$${cost.toFixed(4)}`;
}
