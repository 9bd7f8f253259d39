import { pluralize } from '../../../../lib/util/pluralize.ts';

/** Words of the bar that shows what is running. */
export const STATUS_TEXTS = {
  rebuilding: (progress: string) => `${progress} again`,
  nextCell: 'The next cell is starting',
  yourCells: (waiting: number) => `${waiting} waiting`,
  stop: 'Stop',
  stopping: 'Stopping',
  stopCell: 'Stop this cell',
  stopRun: 'Stop the agent',
  trying: (count: number) => `Trying ${pluralize(count, 'way')}`,
  lookAtWays: 'Look at them',
  stopWays: 'Stop all ways',
  stopRebuild: (count: number) => `Stop running ${pluralize(count, 'cell')} again`,
  stopAll: 'Stop everything',
  keepsWaiting: (count: number) => `Then ${pluralize(count, 'waiting cell')} ${count === 1 ? 'runs' : 'run'}`,
  takesOut: (count: number) => `${pluralize(count, 'waiting cell')} will not run`,
  step: (count: number) => `step ${count}`,
  retryingIn: (seconds: number) => `retrying in ${seconds} s`,
} as const;
