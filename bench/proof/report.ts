/** The figures as text and as a table of docs/performance.md. */
import { median } from '../figures.ts';
import { NO_SCORE, type Score } from './score.ts';

export interface Round {
  /** By the name of the tool, Actbook first. */
  readonly scores: Map<string, Score>;
  /** Milliseconds of each notebook. */
  readonly times: Map<string, number[]>;
}

/** A row for each measure, a column for each tool. Counts are those of the first round; other rounds must not differ. */
export function toMarkdown(rounds: readonly Round[]): string {
  const [first] = rounds;
  if (!first) return '';
  const names = [...first.scores.keys()];
  const own = names[0] ?? '';
  const row = (title: string, cell: (score: Score) => string) =>
    `| ${title} | ${names.map((name) => toSpread(rounds.map(({ scores }) => cell(scores.get(name) ?? NO_SCORE)))).join(' | ')} |`;
  const total = ({ times }: Round, name: string) => (times.get(name) ?? []).reduce((sum, ms) => sum + ms, 0);
  const seconds = names.map((name) => {
    const all = rounds.map((round) => total(round, name));
    const ratio = median(rounds.map((round) => total(round, name) / total(round, own)));
    return `${(median(all) / 1000).toFixed(1)}${name === own ? '' : ` (×${ratio.toFixed(2)})`}`;
  });
  return [
    `| | ${names.join(' | ')} |`,
    `| --- | ${names.map(() => '--:').join(' | ')} |`,
    row(
      'verdicts right, same or not',
      ({ right, cells }) => `${right} of ${cells} (${toPercent(right, cells)})`,
    ),
    row('wrong “same”', ({ wrongSame }) => String(wrongSame)),
    row('the same, and called something else', ({ wrongOther }) => String(wrongOther)),
    row('planted faults found', ({ found, faults }) => `${found} of ${faults}`),
    `| all of them, s | ${seconds.join(' | ')} |`,
  ].join('\n');
}

/** Rounds that are not equal are all shown. */
function toSpread(values: readonly string[]): string {
  return [...new Set(values)].join('; ');
}

export function toPercent(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`;
}
