/** The code of a check, which leaves the notebook's names as they were and prints the figures as data, and what it has printed. */
import { indentPython } from '../../execution/languages/indent-python.ts';
import type { CellVersion } from '../../session/session.ts';

/** What a reviewer wants computed before it gives its verdict. */
export interface CheckRequest {
  /** Python that computes the figures another way. */
  readonly source: string;
  readonly figures: readonly RequestedFigure[];
}

export interface RequestedFigure {
  /** A figure of the answer as the answer writes it. */
  readonly text: string;
  /** Python for its value, from names that `source` gives. */
  readonly expression: string;
}

/** What the notebook's names stand for before the check. */
const BEFORE = '_names_before_check';

/**
 * Its last output is a dictionary: a check finds what its code computes, whatever else it says. Names are put back by code of the
 * cell itself, so that a notebook file does the same where it runs again.
 */
export function writeCheckCell({ source, figures }: CheckRequest): string {
  const items = figures.map(({ text, expression }) => `${JSON.stringify(text)}: float(${expression})`);
  const code = `${source}\n\n# Figures of the answer, computed above.\nprint({${items.join(', ')}})`;
  return [
    '# A check of the answer. The names of the notebook are the same before and after it.',
    `${BEFORE} = dict(globals())`,
    'try:',
    indentPython(code),
    'finally:',
    `    globals().update(${BEFORE})`,
    `    [globals().pop(name) for name in globals().keys() - ${BEFORE}.keys()]`,
  ].join('\n');
}

export interface ComputedFigure {
  readonly text: string;
  /** Not finite where the code found no number. */
  readonly value: number;
}

const ITEM =
  /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"):\s*(nan|-?inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*([,}])/;

/** What the last line of a check has printed; null where it printed something else. */
export function readComputed({ outputs }: CellVersion): ComputedFigure[] | null {
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
    const value = Number(number.replace('inf', 'Infinity'));
    figures.push({ text: toPlainKey(single ?? double), value });
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
