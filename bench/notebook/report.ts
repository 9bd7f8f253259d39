/** What the samples come to: medians, and how many times the peer's figure is ours. */
import { median, toNumber } from '../figures.ts';
import type { Figures } from './measure-page.ts';

/** A figure that is absent could not be measured. */
export interface Sample extends Partial<Figures> {
  subject: string;
  round: number;
}

const ROWS: readonly [title: string, figure: keyof Figures][] = [
  ['first cells in view, ms', 'firstCellsMs'],
  ['calm after opening, ms', 'calmMs'],
  ['longest task until then, ms', 'openTaskMs'],
  ['a fling of 300 frames: 95 of 100 frames within, ms', 'flingFrameMs'],
  ['longest task of that fling, ms', 'flingTaskMs'],
  ['blank frames of that fling', 'flingBlankFrames'],
  ['from the first cell to the end, a view a frame, ms', 'scrollMs'],
  ['longest time between two frames on that way, ms', 'scrollFrameMs'],
  ['longest task on that way, ms', 'scrollTaskMs'],
  ['blank frames on that way', 'scrollBlankFrames'],
  ['a jump to the end until the last cell is there, ms', 'jumpMs'],
  ['longest task while a cell prints 10 MB, ms', 'streamTaskMs'],
  ['slowest key meanwhile, ms', 'slowestKeyMs'],
  ['95 of 100 keys within, ms', 'slowKeyMs'],
  ['until that cell is shown as ended, ms', 'streamMs'],
  ['JavaScript heap once open, MB', 'heapOpenMb'],
  ['JavaScript heap at the end, MB', 'heapEndMb'],
  ['DOM nodes once open', 'nodesOpen'],
  ['DOM nodes at the end', 'nodesEnd'],
];

export function toMarkdown(samples: readonly Sample[]): string {
  const subjects = [...new Set(samples.map(({ subject }) => subject))];
  const [first = ''] = subjects;
  const read = (subject: string, figure: keyof Figures) => {
    const ofSubject = samples.filter((each) => each.subject === subject);
    const values = ofSubject.flatMap((each) => each[figure] ?? []);
    return values.length > 0 ? median(values) : Number.NaN;
  };
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
