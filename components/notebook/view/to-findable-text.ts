import type { Cell } from '../../../lib/session/session.ts';

const MAX_OUTPUT_CHARACTERS = 4_000;

/** What the browser's search can find in a cell that is not drawn: its source and the start of its texts. */
export function toFindableText({ source, outputs }: Cell): string {
  const texts = outputs.map((output) => {
    if (output.output_type === 'stream') return output.text.slice(0, MAX_OUTPUT_CHARACTERS);
    if (output.output_type === 'error') return `${output.ename}: ${output.evalue}`;
    const text = output.data['text/plain'];
    return typeof text === 'string' ? text.slice(0, MAX_OUTPUT_CHARACTERS) : '';
  });
  return [source, ...texts].join('\n');
}
