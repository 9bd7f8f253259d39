/** The tasks of our own making. */
import { join } from 'node:path';
import type { Expected, SuiteTask } from '../task.ts';
import { CLIMATE_TASKS } from './climate-tasks.ts';
import { PENGUIN_TASKS } from './penguin-tasks.ts';
import { TRADE_TASKS } from './trade-tasks.ts';
import { WEATHER_TASKS } from './weather-tasks.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples');
const DATA = join(import.meta.dirname, '../data');
const BUNDLED = ['penguins.csv', 'seattle-weather.csv', 'global-temp.csv'];

export const OWN_SUITE: readonly SuiteTask[] = [
  ...PENGUIN_TASKS,
  ...WEATHER_TASKS,
  ...CLIMATE_TASKS,
  ...TRADE_TASKS,
].map(({ files, expected, ...task }) => ({
  ...task,
  files: files.map((name) => join(BUNDLED.includes(name) ? EXAMPLES : DATA, name)),
  expected: [expected],
  format: `one line @${expected.name}[value]${describeValue(expected)}.`,
}));

function describeValue({ value, tolerance }: Expected): string {
  if (typeof value === 'string') return '';
  const decimals = tolerance === undefined ? 0 : Math.max(0, -Math.floor(Math.log10(tolerance)));
  return decimals === 0 ? ', a plain number' : `, a plain number with ${decimals} decimals`;
}
