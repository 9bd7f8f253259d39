/** Which of several ways becomes the notebook, if one does, and what that rests on. */
import type { LanguageModel } from '../../model/model.ts';
import { addUsage, countTokens } from '../../protocol/runs/usage.ts';
import type { WaysBasis, WaysLimits, WaysOutcome, WayValue } from '../../protocol/ways/ways.ts';
import { pluralize } from '../../util/pluralize.ts';
import { giveSameValues } from './compare-values.ts';
import { judgePairs, THRESHOLD } from './judge-pairs.ts';
import type { WayResult } from './way-result.ts';

export interface WayChoice {
  readonly outcome: WaysOutcome;
  readonly basis: WaysBasis;
}

export interface ChooseOptions {
  readonly task: string;
  /** Of all ways together. */
  readonly budget: WaysLimits;
  /** Null where no model compares answers. */
  readonly judge: LanguageModel | null;
  /** Tokens and dollars of every way, also of those without an answer. */
  readonly used: WayResult['usage'];
  readonly signal: AbortSignal;
}

/** `results`: of the ways with an answer. */
export async function chooseWay(
  results: readonly WayResult[],
  { task, budget, judge, used, signal }: ChooseOptions,
): Promise<WayChoice> {
  const computed = results.filter(({ values }) => values.computed.length > 0);
  const [first] = results;
  if (!first) return leave('No way gave an answer.', '');
  if (results.length === 1) {
    if (computed.length === 0) return leave('One way gave an answer, and no value in it was computed.');
    const basis: WaysBasis = { kind: 'only', values: toValues(first) };
    return { outcome: toChosen(first, 'No other way gave an answer.'), basis };
  }
  if (computed.length > 1 && areAllSame(computed)) return chooseCheapest(computed);
  if (!judge) return leave('The answers differ, and the built-in analyst cannot compare them.');
  const spent = { tokens: countTokens(used), cost: used.cost ?? 0 };
  const { maxTokens, maxCost } = budget;
  const left = {
    maxTokens: maxTokens - spent.tokens,
    ...(maxCost === undefined ? {} : { maxCost: maxCost - spent.cost }),
  };
  // Answers that agree stand together: one of them is compared with those that differ.
  const groups = groupByValues(results);
  const compared = groups.map(findCheapest);
  const { winner, reason, pairs, usage } = await judgePairs(judge, task, compared, { left, signal });
  const chosen = results.find(({ way }) => way.sessionId === winner);
  const basis: WaysBasis = {
    kind: 'judge',
    judge: judge.info,
    threshold: THRESHOLD,
    pairs: [...pairs],
    groups: groups.map((group) => group.map(({ way }) => way.sessionId)),
    usage,
  };
  const outcome = chosen
    ? toChosen(chosen, `${judge.info.label} preferred it to every other.`)
    : leave(reason).outcome;
  return { outcome, basis };
}

function areAllSame([first, ...others]: readonly WayResult[]): boolean {
  const all = first ? [first, ...others] : [];
  return all.every((one, index) =>
    all.slice(index + 1).every((other) => giveSameValues(one.values, other.values)),
  );
}

/** Answers that give the same values, each with each; the others are alone. The order of the results changes nothing. */
function groupByValues(results: readonly WayResult[]): WayResult[][] {
  const isSame = (one: WayResult, other: WayResult) =>
    one === other || giveSameValues(one.values, other.values);
  const listSame = (one: WayResult) => results.filter((other) => isSame(one, other));
  const groups = new Map<WayResult, WayResult[]>();
  for (const each of results) {
    const group = listSame(each);
    const isClosed = group.every((other) => listSame(other).length === group.length) && areAllSame(group);
    const [first] = isClosed ? group : [each];
    if (first) groups.set(first, isClosed ? group : [each]);
  }
  return [...groups.values()];
}

const isPriced = (results: readonly WayResult[]) =>
  addUsage(...results.map(({ usage }) => usage)).cost !== undefined;

function findCheapest(results: readonly WayResult[]): WayResult {
  const byCost = isPriced(results);
  const measure = ({ usage }: WayResult) => (byCost ? (usage.cost ?? 0) : countTokens(usage));
  const [cheapest] = results.toSorted((one, other) => measure(one) - measure(other)) as [WayResult];
  return cheapest;
}

function chooseCheapest(results: readonly WayResult[]): WayChoice {
  const byCost = isPriced(results);
  const least = byCost ? 'cost' : 'tokens';
  const chosen = findCheapest(results);
  const words = byCost ? 'cost less' : 'used fewer tokens';
  const message = `${pluralize(results.length, 'answer')} give the same computed values, and none ${words} than this one.`;
  const ways = results.map(({ way }) => way.sessionId);
  return {
    outcome: toChosen(chosen, message),
    basis: { kind: 'values', ways, values: toValues(chosen), least },
  };
}

function toValues({ values }: WayResult): WayValue[] {
  return values.computed.map(({ text, printed, label, cellId }) => ({ text, printed, label, cellId }));
}

function toChosen({ way }: WayResult, message: string): WaysOutcome {
  return { status: 'chosen', sessionId: way.sessionId, message };
}

function leave(reason: string, advice = ' Choose one.'): WayChoice {
  return { outcome: { status: 'left', message: `${reason}${advice}` }, basis: { kind: 'none' } };
}
