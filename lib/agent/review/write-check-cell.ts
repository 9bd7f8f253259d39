/** The code of a check with its last line, which prints the figures as data, and what that line has printed. */
import type { Cell } from '../../session/session.ts';
import type { CheckRequest } from './check-request.ts';

/** The last line prints a dictionary: a check finds what its code computes, whatever else it says. */
export function writeCheckCell({ source, figures }: CheckRequest): string {
  const items = figures.map(({ text, expression }) => `${JSON.stringify(text)}: float(${expression})`);
  return `${source}\n\n# Figures of the answer, computed above.\nprint({${items.join(', ')}})`;
}

export interface ComputedFigure {
  readonly text: string;
  /** Not finite where the code found no number. */
  readonly value: number;
}

const ITEM =
  /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"):\s*(nan|-?inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*([,}])/;

/** What the last line of a check has printed; null where it printed something else. */
export function readComputed({ outputs }: Cell): ComputedFigure[] | null {
  const printed = outputs
    .map((output) => (output.output_type === 'stream' && output.name === 'stdout' ? output.text : ''))
    .join('');
  const line = printed.trimEnd().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) return null;
  const figures: ComputedFigure[] = [];
  const item = new RegExp(ITEM, 'y');
  item.lastIndex = 1;
  for (let match = item.exec(line); match; match = item.exec(line)) {
    const [, single, double = '', number = '', end] = match;
    figures.push({ text: toPlainKey(single ?? double), value: toNumber(number) });
    if (end === '}') return item.lastIndex === line.length ? figures : null;
  }
  return null;
}

/** Escapes as Python's `repr` writes them. */
function toPlainKey(text: string): string {
  return text.replaceAll(/\\(?:x(..)|u(.{4})|U(.{8})|(.))/g, (_, two, four, eight, one) =>
    one === undefined ? String.fromCodePoint(Number.parseInt(two ?? four ?? eight, 16)) : one,
  );
}

function toNumber(text: string): number {
  if (text.endsWith('inf')) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(text);
}
