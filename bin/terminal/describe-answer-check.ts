/** A check of an answer as text for a terminal: one line for each number, and what says it. */
import type { AnswerCheck } from '../../lib/app/check-answer-file.ts';
import type { Quantity, QuantitySource } from '../../lib/quantities/finding/quantity.ts';
import { toHarmless } from './to-harmless.ts';

const MAX_SOURCES = 3;
const MAX_TEXT = 60;

/** Ends with a line break. What the answer and outputs say cannot command the terminal. Given quantities are only counted. */
export function describeAnswerCheck({ quantities, counts }: AnswerCheck): string {
  const shown = quantities.filter(({ status }) => status !== 'given');
  const width = Math.max(0, ...shown.map(({ text }) => onOneLine(text).length));
  const lines = shown.map(
    (quantity) =>
      `line ${String(quantity.line).padEnd(4)} ${onOneLine(quantity.text).padEnd(width)}  ${explain(quantity)}`,
  );
  const parts = [
    `${counts.stated} stated`,
    `${counts.derived} derived`,
    ...(counts.given > 0 ? [`${counts.given} given`] : []),
    ...(counts.unclear > 0 ? [`${counts.unclear} without a certain source`] : []),
    `${counts.unfounded} not in any output`,
  ];
  const summary = `${countNoun(quantities.length, 'quantity', 'quantities')} · ${parts.join(' · ')}`;
  return toHarmless(`${[...lines, ...(lines.length > 0 ? [''] : []), summary].join('\n')}\n`);
}

function countNoun(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

function explain({ status, sources, instead }: Quantity): string {
  if (status === 'unfounded')
    return `not in any output${instead ? `; compare ${describeSource(instead, true)}` : ''}`;
  if (status === 'unclear') return 'no certain source';
  const shown = sources.slice(0, MAX_SOURCES).map((source) => describeSource(source, status === 'stated'));
  const left = sources.length - shown.length;
  const list = left > 0 ? [...shown, `${left} more`] : shown;
  if (status !== 'derived') return list.join(', ');
  const [first, ...others] = sources;
  return `${others.length > 0 ? `${first?.how} of` : 'follows from'} ${list.join(' and ')}`;
}

function describeSource({ cell, printed, label, how }: QuantitySource, isStated: boolean): string {
  const name = label === '' ? '' : ` (${onOneLine(label)})`;
  return `cell ${cell}: ${onOneLine(printed)}${name}${isStated && how !== 'exact' ? `, ${how}` : ''}`;
}

/** A line of an output must not look like a line of the report. */
function onOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line;
}
