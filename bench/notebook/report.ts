/** What the samples come to: medians, and how many times the peer's figure is ours. */
import { median } from '../kernel/report.ts';
import type { PageFigures } from './measure-page.ts';

export interface Sample extends PageFigures {
  subject: string;
  round: number;
}

const ROWS: readonly [title: string, figure: keyof PageFigures][] = [
  ['first cells in view, ms', 'firstCellsMs'],
  ['longest task while opening, ms', 'openTaskMs'],
  ['from the first cell to the end, a view a frame, ms', 'scrollMs'],
  ['longest time between two frames on that way, ms', 'scrollFrameMs'],
  ['longest task on that way, ms', 'scrollTaskMs'],
  ['part of those frames with a cell in their midst', 'drawnShare'],
  ['a jump to the end until the last cell is there, ms', 'jumpMs'],
  ['JavaScript heap once open, MB', 'heapOpenMb'],
  ['JavaScript heap at the end, MB', 'heapEndMb'],
  ['DOM nodes once open', 'nodesOpen'],
  ['DOM nodes at the end', 'nodesEnd'],
];

export function toMarkdown(samples: readonly Sample[]): string {
  const subjects = [...new Set(samples.map(({ subject }) => subject))];
  const [first = ''] = subjects;
  const read = (subject: string, figure: keyof PageFigures) =>
    median(samples.filter((each) => each.subject === subject).map((each) => each[figure]));
  const row = ([title, figure]: (typeof ROWS)[number]) => {
    const values = subjects.map((subject) => {
      const value = read(subject, figure);
      const ratio = value / read(first, figure);
      const isCompared = subject !== first && Number.isFinite(ratio) && ratio > 0;
      return `${toNumber(value)}${isCompared ? ` (×${toNumber(ratio)})` : ''}`;
    });
    return `| ${title} | ${values.join(' | ')} |`;
  };
  return [
    `| | ${subjects.join(' | ')} |`,
    `| --- | ${subjects.map(() => '--:').join(' | ')} |`,
    ...ROWS.map(row),
  ].join('\n');
}

function toNumber(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
