/** The figures that a check has computed, held against those of an answer. */
import type { AnswerCheck, CheckedFigure } from '../../protocol/runs/answer-check.ts';
import { compareFigure, findFigure, findValue, readFigure } from '../../quantities/compare-figure.ts';
import type { CellVersion } from '../../session/session.ts';
import { type RequestedFigure, readComputed } from './write-check-cell.ts';

export type CheckFinding = Pick<AnswerCheck, 'verdict' | 'text' | 'figures'>;

const MAX_LENGTH = 500;

/** A message to the reviewer about the first figure that cannot be checked; null if all of them can. */
export function findUnknownFigure(answer: string, figures: readonly RequestedFigure[]): string | null {
  for (const { text } of figures) {
    if (readFigure(answer, text) === null) return `“${text}” is not one number.`;
    if (findFigure(answer, text).length === 0)
      return `The answer has no figure “${text}”. Write it as the answer does, with the same digits and the same unit.`;
  }
  return null;
}

/** What the cell of a check has found about the answer. */
export function compareCheck(answer: string, cell: CellVersion): CheckFinding {
  if (cell.status !== 'ok') return notChecked(describeEnd(cell));
  const computed = readComputed(cell);
  if (!computed || computed.length === 0) return notChecked('the check did not print its figures');
  const unknown = computed.find(({ text }) => findFigure(answer, text).length === 0);
  if (unknown) return notChecked(`the answer has no figure ${unknown.text}`);
  const compared = computed.map(({ text, value }) => ({
    text,
    value: Number.isFinite(value) ? value : null,
    comparison: compareFigure(findFigure(answer, text), value),
  }));
  const figures = compared.map(({ comparison, ...figure }) => ({ ...figure, agrees: comparison === 'same' }));
  const others = compared.filter(({ comparison }) => comparison === 'other');
  if (others.length > 0) return differs(others, figures);
  const unclear = compared.find(({ comparison }) => comparison === 'unclear');
  if (unclear) {
    const { text, value } = unclear;
    const why = value === null ? 'without a number' : `with ${toText(value)}, perhaps in another unit`;
    return { ...notChecked(`the check ended ${why} for ${text}`), figures };
  }
  return agrees(figures);
}

/**
 * What the check of an earlier answer says of this one: it differs where a figure that was wrong stays, and agrees where the value
 * of the check is in its place. Null where it says nothing: no such figure is in the answer, or another one took its place.
 */
export function compareAgain(answer: string, checked: readonly CheckedFigure[]): CheckFinding | null {
  const compared = checked.map((figure) => compareFigureAgain(answer, figure));
  const figures = compared.filter((each) => each !== null && each !== 'replaced');
  const stay = figures.filter(({ agrees }) => !agrees);
  if (stay.length > 0) return differs(stay, figures);
  if (figures.length === 0 || compared.includes('replaced')) return null;
  return agrees(figures);
}

/** Compares a figure as the answer has it; null if the answer says nothing of it. */
function compareFigureAgain(answer: string, figure: CheckedFigure): CheckedFigure | 'replaced' | null {
  const { text, value } = figure;
  if (value === null) return null;
  const said = findFigure(answer, text);
  if (said.length > 0) {
    const comparison = compareFigure(said, value);
    return comparison === 'unclear' ? null : { ...figure, agrees: comparison === 'same' };
  }
  if (figure.agrees) return null;
  const [instead] = findValue(answer, text, value);
  return instead ? { text: instead.text.trim(), value, agrees: true } : 'replaced';
}

/** Why an answer that differs is sent back, for the model and the user. */
export function toObjection({ figures = [] }: Pick<AnswerCheck, 'figures'>): string {
  const others = figures.filter(({ value, agrees }) => value !== null && !agrees);
  const pairs = others.map(({ text, value }) => `the answer says ${text}, the check ${toText(value)}`);
  return `A check computed figures of the answer another way, and found other values: ${pairs.join('; ')}.`;
}

function differs(
  others: readonly Pick<CheckedFigure, 'text' | 'value'>[],
  figures: CheckedFigure[],
): CheckFinding {
  const pairs = others.map(
    ({ text, value }) => `the answer says ${text}, another computation finds ${toText(value)}`,
  );
  return { verdict: 'differs', text: pairs.join('; ').slice(0, MAX_LENGTH), figures };
}

function agrees(figures: CheckedFigure[]): CheckFinding {
  const found = figures.map(({ text }) => text).join(', ');
  return { verdict: 'agrees', text: `another computation finds ${found}`.slice(0, MAX_LENGTH), figures };
}

function notChecked(text: string): CheckFinding {
  return { verdict: 'not-checked', text };
}

function describeEnd({ status, outputs }: CellVersion): string {
  const error = outputs.findLast((output) => output.output_type === 'error');
  if (status === 'error' && error?.output_type === 'error') return `the check stopped with ${error.ename}`;
  if (status === 'timed-out') return 'the check reached its time limit';
  return status === 'aborted' ? 'the check was not run' : 'the check did not end well';
}

/** Digits that two ways of computing can share. */
const DIGITS = 10;

function toText(value: number | null): string {
  if (value === null) return 'no number';
  return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(DIGITS)));
}
