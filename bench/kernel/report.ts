/** What the samples come to: medians, ratios, and which targets hold. */
import { median, quantile, toNumber } from '../figures.ts';
import { CROWD, type Crowd, type Operation } from './subject.ts';

/** Samples of each round, by operation and subject, milliseconds. */
export type Samples = Map<Operation, Map<string, number[][]>>;

export interface Memory {
  /** By subject, bytes. */
  kernels: Map<string, { first: number; further: number }>;
  /** By subject. */
  crowds: Map<string, Crowd>;
  /** How much more the driver held, by size of output, bytes. */
  driver: { size: number; growth: number }[];
}

export interface Row {
  measure: string;
  unit: 'ms' | 'MB';
  /** By subject. */
  values: Record<string, number>;
}

export interface Target {
  target: string;
  value: number;
  limit: number;
  holds: boolean;
}

export interface Names {
  boxed: string;
  forked: string;
  own: string;
  stock: string;
  client: string;
}

const MEGABYTE = 1024 ** 2;
const TITLES: Record<Exclude<Operation, 'trip'>, string> = {
  cold: 'first pandas result, cold',
  new: 'first pandas result in a new session, none ready',
  warm: 'first pandas result, warm',
  restart: 'pandas result after a restart',
  print: '20,000 flushed lines',
  display: 'a display of 50 MB',
  many: '16 sessions at once, all with a pandas result',
};
const FURTHER = 'memory of each further one (PSS)';

export function toRows(samples: Samples, memory: Memory): Row[] {
  const rows: Row[] = [];
  for (const [operation, subjects] of samples) {
    const over = (share: number) =>
      mapValues(subjects, (rounds) => median(rounds.map((each) => quantile(each, share))));
    if (operation === 'trip') {
      rows.push({ measure: '`1+1`, p50', unit: 'ms', values: over(0.5) });
      rows.push({ measure: '`1+1`, p95', unit: 'ms', values: over(0.95) });
    } else rows.push({ measure: TITLES[operation], unit: 'ms', values: over(0.5) });
  }
  const sizes = (key: 'first' | 'further') => mapValues(memory.kernels, (each) => each[key] / MEGABYTE);
  rows.push({ measure: 'memory of the first idle session (PSS)', unit: 'MB', values: sizes('first') });
  rows.push({ measure: FURTHER, unit: 'MB', values: sizes('further') });
  const each = mapValues(memory.crowds, (crowd) => crowd.each / MEGABYTE);
  const trips = mapValues(memory.crowds, (crowd) => median(crowd.trips));
  rows.push({ measure: `memory of each of ${CROWD} idle sessions (PSS)`, unit: 'MB', values: each });
  rows.push({ measure: `\`1+1\` beside ${CROWD} idle sessions, p50`, unit: 'ms', values: trips });
  return rows;
}

function mapValues<T>(map: Map<string, T>, change: (value: T) => number): Record<string, number> {
  return Object.fromEntries([...map].map(([name, value]) => [name, change(value)]));
}

export function toTargets(rows: readonly Row[], memory: Memory, names: Names): Target[] {
  const value = (measure: string, name: string) =>
    rows.find((row) => row.measure === measure)?.values[name] ?? Number.NaN;
  const ratio = (measure: string, name: string) => value(measure, name) / value(measure, names.client);
  const check = (target: string, measured: number, limit: number): Target => ({
    target,
    value: measured,
    limit,
    holds: measured <= limit,
  });
  const [half, whole] = memory.driver.slice(-2).map(({ growth }) => growth / MEGABYTE);
  return [
    check('warm start to a pandas result, ms', value(TITLES.warm, names.boxed), 120),
    check(
      'warm start as a part of a cold one',
      value(TITLES.warm, names.boxed) / value(TITLES.cold, names.boxed),
      1 / 8,
    ),
    check('restart to a pandas result, boxed, ms', value(TITLES.restart, names.boxed), 120),
    check('restart to a pandas result, no box, ms', value(TITLES.restart, names.own), 120),
    check('round trip p50 in a box, × jupyter_client', ratio('`1+1`, p50', names.boxed), 1.1),
    check('round trip p50 on our server, × jupyter_client', ratio('`1+1`, p50', names.own), 1.1),
    check('round trip p50 on a stock server, × jupyter_client', ratio('`1+1`, p50', names.stock), 1.25),
    check('print flood, nothing lost, × jupyter_client', ratio(TITLES.print, names.own), 1.1),
    check('display of 50 MB, × jupyter_client', ratio(TITLES.display, names.own), 1.5),
    check('memory of each further kernel, MB', value(FURTHER, names.own), 50),
    check('forked sandbox: memory of each further session, MB', value(FURTHER, names.forked), 50),
    check('forked sandbox: new session to a pandas result, ms', value(TITLES.new, names.forked), 350),
    check('forked sandbox: 16 sessions at once, × jupyter_client', ratio(TITLES.many, names.forked), 0.3),
    check(
      'what the driver holds of 400 MB of output over that of 200 MB, MB',
      (whole ?? 0) - (half ?? 0),
      16,
    ),
  ];
}

export function toMarkdown(
  rows: readonly Row[],
  targets: readonly Target[],
  subjects: readonly string[],
  client: string,
): string {
  const head = [
    '| | ',
    subjects.join(' | '),
    ' |\n| --- | ',
    subjects.map(() => '--:').join(' | '),
    ' |',
  ].join('');
  const lines = rows.map(({ measure, unit, values }) => {
    const cells = subjects.map((name) => toCell(values[name], name === client ? undefined : values[client]));
    return `| ${measure}, ${unit} | ${cells.join(' | ')} |`;
  });
  const checks = targets.map(
    ({ target, value, limit, holds }) =>
      `| ${target} | ${toNumber(value)} | ${toNumber(limit)} | ${toVerdict(value, holds)} |`,
  );
  return [
    head,
    ...lines,
    '',
    '| Target | measured | at most | |',
    '| --- | --: | --: | --- |',
    ...checks,
  ].join('\n');
}

function toCell(value: number | undefined, base: number | undefined): string {
  if (value === undefined) return '–';
  return base === undefined ? toNumber(value) : `${toNumber(value)} (×${toNumber(value / base)})`;
}

function toVerdict(value: number, holds: boolean): string {
  if (Number.isNaN(value)) return 'not measured';
  return holds ? 'holds' : '**missed**';
}
