/** What code has computed of an answer, and whether two answers give the same values. What an answer only says counts for nothing. */
import type { WayValue } from '../../protocol/ways/ways.ts';
import { readFigure } from '../../quantities/compare-figure.ts';
import type { Quantity } from '../../quantities/finding/quantity.ts';
import { createSourceCache } from '../../quantities/source-cache.ts';
import type { Amount } from '../../quantities/text/find-amounts.ts';
import type { Session } from '../../session/session.ts';
import { lookUpAnswer } from '../../session/view/answers/answer-numbers.ts';
import { listAnswerSources } from '../../session/view/answers/list-answer-sources.ts';

export interface AnswerValues {
  /** Numbers and names that code has computed, in the order of the answer. */
  readonly computed: readonly ComputedValue[];
  /** Numbers that no output says. */
  readonly unfounded: readonly string[];
}

export interface ComputedValue extends WayValue {
  readonly kind: Quantity['kind'];
  /** Null for a name, a date, and for what is not one number. */
  readonly amount: Amount | null;
}

/** The values of a run's answer; none where it gave none. */
export function readAnswerValues(session: Session, runId: string): AnswerValues {
  const sources = listAnswerSources(session).findLast(({ answer }) => answer.runId === runId);
  if (!sources) return { computed: [], unfounded: [] };
  const markdown = sources.answer.source;
  const quantities = lookUpAnswer(markdown, sources, createSourceCache());
  return {
    computed: quantities.flatMap((each) => toComputed(each, markdown)),
    unfounded: quantities.filter(({ status }) => status === 'unfounded').map(({ text }) => text.trim()),
  };
}

function toComputed({ kind, text, status, sources }: Quantity, markdown: string): ComputedValue[] {
  const [source] = sources;
  if (!source || (status !== 'stated' && status !== 'derived')) return [];
  return [
    {
      kind,
      text: text.trim().slice(0, MAX_LENGTH),
      printed: sources
        .map(({ printed }) => printed)
        .join(', ')
        .slice(0, MAX_LENGTH),
      label: source.label.slice(0, MAX_LENGTH),
      cellId: source.cellId,
      amount: kind === 'number' ? readFigure(markdown, text) : null,
    },
  ];
}

/** As `WayValue` has it. */
const MAX_LENGTH = 200;

/**
 * Whether two answers give the same values: all of one are among those of the other, and the first of each, which
 * is the result, is in both. Names are compared where both have some. Values are the same as far as both are written.
 */
export function giveSameValues(one: AnswerValues, other: AnswerValues): boolean {
  const pick = ({ computed }: AnswerValues, kind: Quantity['kind']) =>
    computed.filter((each) => each.kind === kind);
  const pairs = KINDS.map((kind) => [pick(one, kind), pick(other, kind)] as const);
  const comparable = pairs.filter(([left, right]) => left.length > 0 && right.length > 0);
  return comparable.length > 0 && comparable.every(([left, right]) => areSame(left, right));
}

const KINDS = ['number', 'name'] as const;

/** The same whichever is named first, and however often an answer repeats a value. */
function areSame(one: readonly ComputedValue[], other: readonly ComputedValue[]): boolean {
  const isIn = (values: readonly ComputedValue[]) => (value: ComputedValue) =>
    values.some((each) => isSame(each, value));
  const isAmong = one.every(isIn(other)) || other.every(isIn(one));
  return isAmong && one.slice(0, 1).every(isIn(other)) && other.slice(0, 1).every(isIn(one));
}

function isSame(
  { amount: one, text }: ComputedValue,
  { amount: other, text: otherText }: ComputedValue,
): boolean {
  if (!one || !other) return text === otherText;
  if (one.unit && other.unit && one.unit.dimension !== other.unit.dimension) return false;
  const [left, right] = one.unit && other.unit ? [one.unit.factor, other.unit.factor] : [1, 1];
  const [value, otherValue] = [one.value * left, other.value * right];
  const slack = Math.max(one.step * left, other.step * right) / 2;
  return Math.abs(value - otherValue) <= slack * (1 + DUST) + Math.abs(value) * DUST;
}

/** What arithmetic in binary leaves over. */
const DUST = 1e-9;
