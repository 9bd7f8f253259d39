import { removeTerminalCodes } from '../../../lib/notebook/styled-runs.ts';
import type { Cell } from '../../../lib/session/session.ts';

const MAX_OUTPUT_CHARACTERS = 4_000;

/** What the browser's search can find in a cell that is not drawn: its source and the start of its texts. */
export function toFindableText({ source, outputs }: Cell): string {
  return [source, ...outputs.map((output) => toText(output).slice(0, MAX_OUTPUT_CHARACTERS))].join('\n');
}

/** All text of outputs, without its colors. */
export function toOutputText(outputs: Cell['outputs']): string {
  return outputs.map((output) => removeTerminalCodes(toText(output))).join('\n');
}

function toText(output: Cell['outputs'][number]): string {
  if (output.output_type === 'stream') return output.text;
  if (output.output_type === 'error') return `${output.ename}: ${output.evalue}`;
  const text = output.data['text/plain'];
  return typeof text === 'string' ? text : '';
}
