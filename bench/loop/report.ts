/** What the samples come to: milliseconds a step that are neither the model's nor the code's. */
import { median, toNumber } from '../figures.ts';
import type { Measured } from './script.ts';

export interface Sample extends Measured {
  subject: string;
  /** Steps that ran code; the answer is one more request. */
  steps: number;
  wallMs: number;
}

/** The loop's own milliseconds a model call. */
export function toOverhead({ wallMs, modelMs, codeMs, requests }: Sample): number {
  return (wallMs - modelMs - codeMs) / requests;
}

export function toMarkdown(samples: readonly Sample[], kernelMs: number): string {
  const subjects = [...new Set(samples.map(({ subject }) => subject))];
  const lengths = [...new Set(samples.map(({ steps }) => steps))];
  const over = (subject: string, steps: number, pick: (sample: Sample) => number) =>
    median(samples.filter((each) => each.subject === subject && each.steps === steps).map(pick));
  const [first = ''] = subjects;
  const row = (title: string, value: (subject: string) => number, isCompared = false) => {
    const cells = subjects.map((subject) => {
      const ratio = isCompared && subject !== first ? ` (×${toNumber(value(subject) / value(first))})` : '';
      return `${toNumber(value(subject))}${ratio}`;
    });
    return `| ${title} | ${cells.join(' | ')} |`;
  };
  const spread = (subject: string, steps: number) => {
    const values = samples.filter((each) => each.subject === subject && each.steps === steps).map(toOverhead);
    return `${toNumber(Math.min(...values))} – ${toNumber(Math.max(...values))}`;
  };
  const [short = 0, long = 0] = lengths;
  return [
    `| | ${subjects.join(' | ')} |`,
    `| --- | ${subjects.map(() => '--:').join(' | ')} |`,
    ...lengths.flatMap((steps) => [
      row(`the loop itself, ${steps} steps, ms a step`, (subject) => over(subject, steps, toOverhead), true),
      `| least and most of the rounds | ${subjects.map((subject) => spread(subject, steps)).join(' | ')} |`,
    ]),
    row(
      `growth: a step at ${long} steps over one at ${short}, ×`,
      (subject) => over(subject, long, toOverhead) / over(subject, short, toOverhead),
    ),
    row(`wall time of ${long} steps, ms`, (subject) => over(subject, long, ({ wallMs }) => wallMs)),
    row(`of it the model server, ms`, (subject) => over(subject, long, ({ modelMs }) => modelMs)),
    row(`of it the code itself, ms`, (subject) => over(subject, long, ({ codeMs }) => codeMs)),
    row(
      `last prompt of ${long} steps, thousand characters`,
      (subject) => over(subject, long, ({ promptLength }) => promptLength) / 1000,
    ),
    '',
    `Of Actbook’s time a step, ${toNumber(kernelMs)} ms are the kernel protocol: the same code through the driver, with nothing else.`,
  ].join('\n');
}
