/** A line that changed among lines whose number varies, where no line has a place of its own. */
import { toPlainText } from '../../notebook/to-plain-text.ts';
import { type CompareContext, type Difference, quote } from '../finding/comparison.ts';
import { compareLine } from './compare-text.ts';
import { readTokens } from './read-tokens.ts';

/** Longer texts are not searched. */
const MAX_LINES = 5_000;

/**
 * The first line that every clean run prints once and alike, and that the notebook has once with other numbers: `total 6` where
 * it says `total 5`. `runs`: what each clean run printed.
 */
export function findOtherLine(
  notebook: string,
  runs: readonly string[],
  place: string,
  context: CompareContext,
): Difference | null {
  const was = listSingles(notebook);
  const [first = new Map<string, string>(), ...others] = runs.map(listSingles);
  for (const [form, here] of first) {
    const line = was.get(form);
    const isSteady = others.every((each) => each.get(form) === here);
    if (line === undefined || !isSteady) continue;
    const [difference] = compareLine(line, here, `${place}, lines`, context).differences;
    if (difference)
      return { ...difference, place: `${place}, lines`, text: `${quote(line)}, here ${quote(here)}` };
  }
  return null;
}

/** Lines of words and numbers, by their words: those whose words no other line has. */
function listSingles(text: string): Map<string, string> {
  const lines = toPlainText(text).split('\n');
  const byForm = Map.groupBy(lines.length > MAX_LINES ? [] : lines, toForm);
  return new Map(
    [...byForm].flatMap(([form, [line, ...others]]) =>
      form !== '' && line !== undefined && others.length === 0 ? [[form, line] as const] : [],
    ),
  );
}

/** Empty for a line that is not words and numbers. */
function toForm(line: string): string {
  const tokens = readTokens(line);
  const hasAll = /\p{L}/u.test(line) && tokens.some(({ kind }) => kind === 'number');
  if (!hasAll || tokens.some(({ kind }) => kind !== 'number' && kind !== 'text')) return '';
  return tokens.map(({ kind, text }) => (kind === 'number' ? '#' : text)).join('');
}
