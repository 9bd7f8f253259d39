/** How a cell's outputs compare with what an IPython shell printed for the same code. */
import { stripVTControlCharacters } from 'node:util';
import { toText } from '../../lib/notebook/mime-value.ts';
import type { Output } from '../../lib/notebook/output.ts';
import type { Cell } from '../../lib/session/session.ts';
import type { RecordedStep } from './recorded-dialogue.ts';

/**
 * `equal`: the same text. `equal-frames-apart`: the same output and the same error with the same message, while the
 * listing between them, which IPython's version draws, is not. `different`: anything else.
 */
export type Comparison = 'equal' | 'equal-frames-apart' | 'different';

const TRACEBACK_START = /^-{75}$/m;

/** `cells` are those that one recorded reply became; the record holds only what its first block gave. */
export function compareObservation(step: RecordedStep, cells: readonly Cell[]): Comparison {
  const expected = tidy(step.observed);
  const actual = toShellText(cells.slice(0, 1));
  if (actual === expected || (step.isCut && actual.startsWith(expected))) return 'equal';
  return withoutFrames(actual, step.isCut) === withoutFrames(expected, step.isCut)
    ? 'equal-frames-apart'
    : 'different';
}

/** The outputs as a shell shows them: printed text, `Out[n]:` before a result, the traceback. */
export function toShellText(cells: readonly Cell[]): string {
  return tidy(cells.flatMap((cell) => cell.outputs.map(toLine)).join(''));
}

function toLine(output: Output): string {
  switch (output.output_type) {
    case 'stream':
      return output.text;
    case 'execute_result':
      return toResult(output.execution_count, toText(output.data['text/plain']));
    case 'error':
      return `${output.traceback.join('\n')}\n`;
    default:
      return '';
  }
}

/** IPython begins a result of several lines on a line of its own. */
function toResult(count: number | null, text: string): string {
  return `Out[${count}]:${text.includes('\n') ? '\n' : ' '}${text}\n`;
}

function withoutFrames(text: string, isCut: boolean): string {
  const start = text.search(TRACEBACK_START);
  if (start === -1) return text;
  const name = /^-{75}\n(\w+)/.exec(text.slice(start))?.[1] ?? '';
  const message = text.slice(text.lastIndexOf(`\n${name}:`)).trim();
  return `${text.slice(0, start)}${name}${isCut ? '' : message}`;
}

function tidy(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll('\r\n', '\n')
    .replace(/[ \t]+$/gm, '')
    .trim();
}
