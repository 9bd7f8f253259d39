import { pluralize } from '../../../../lib/util/pluralize.ts';

/** Files are dropped by their names; what is in folders is put there. */
function inFolder(paths: readonly string[]): string {
  return paths.some((path) => path.includes('/')) ? '; it is put where the code looks' : '';
}

/** Words of the notices between the notebook and its composer that are loaded when they are needed. */
export const NOTICE_TEXTS = {
  compareWays: 'Compare the ways',
  filesMissing: (paths: readonly string[]) =>
    paths.length === 1
      ? `The code reads ${paths[0]}, which is missing. Drop it on this page${inFolder(paths)}.`
      : `The code reads ${paths.join(', ')}, which are missing. Drop them on this page${inFolder(paths)}.`,
  fileOutside: (path: string, name: string) =>
    `The code reads ${path}, which is outside the notebook’s folder. Drop ${name} on this page and read it as ${name}.`,
  filePlaced: (name: string, path: string) => `${name} is in place: the code reads it as ${path}.`,
  filesReplaced: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} replaced the file of that name, which is kept for 30 days under Files, Deleted files.`
      : `${names.join(', ')} replaced the files of those names, which are kept for 30 days under Files, Deleted files.`,
  unrun: (count: number) =>
    `${pluralize(count, 'waiting cell')} did not run. ${count === 1 ? 'It says' : 'They say'} why.`,
  runUnrun: (count: number) => `Run ${count === 1 ? 'it' : 'them'} now`,
  outdated: (count: number) =>
    count === 1
      ? '1 cell needs to run again: it was edited, or uses what changed.'
      : `${pluralize(count, 'cell')} need to run again: they were edited, or use what changed.`,
  runOutdated: (count: number) => `Run outdated ${count === 1 ? 'cell' : 'cells'}`,
  didNotRun: (count: number) => `${pluralize(count, 'cell')} did not run.`,
  dropMissingFile: 'Drop the file on this page and run the cells again.',
  dropAndRename: (name: string) => `Drop the file on this page and read it as ${name}.`,
  fileIsThere: (path: string) => `${path} is there now.`,
  rebuild: (count: number) => `Restore by running ${pluralize(count, 'cell')} again`,
  goneFiles: (names: readonly string[]) => `These cells read ${names.join(', ')}, which code has deleted.`,
  putBack: (count: number) => `Put back ${pluralize(count, 'file')}`,
  runAll: 'Run all cells',
  lost: (names: string) => `Lost: ${names}.`,
  notRestored: (names: string) => `Not restored by any cell: ${names}.`,
  givenAgain: (names: string) => `It sets again: ${names}.`,
  notHere: (names: string) => `Not in this branch yet: ${names}.`,
  kept: 'Cells and outputs are kept.',
  askFromFiles: 'Cells and outputs are kept. Ask a question, and the agent starts from the files.',
  notRunAgain: (count: number) => `${pluralize(count, 'cell')} that failed or stopped will not run.`,
  ranCode: (count: number) =>
    `${pluralize(count, 'edited cell')} ${count === 1 ? 'runs' : 'run'} with the code that ran last.`,
  runAllToFix: 'Run all cells to see where it fails, and fix it there.',
  ranAgain: (done: number, count: number, isStopped: boolean) =>
    `${done} of ${pluralize(count, 'cell')} ran again${isStopped ? ' before you stopped it' : ''}.`,
  restored: (names: string) => `Restored: ${names}.`,
  stillLost: (names: string) => `Still lost: ${names}.`,
  earlierAnswers: 'Where cells asked again, your earlier answers were used, except passwords.',
  nearLimit: 'The running cell is near its time limit.',
  stopsIn: (seconds: number) => `The running cell will be stopped in ${seconds} s`,
  moreTime: 'Give it 5 more minutes',
} as const;

export const STUCK_TEXTS = {
  stuck: (count: number) =>
    `Not stopped yet. A restart loses ${count > 0 ? pluralize(count, 'variable') : 'all variables'}.`,
  wait: 'Keep waiting',
  restart: 'Restart',
} as const;

/** Adds the period that Python's error messages lack. */
export function toSentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`;
}
