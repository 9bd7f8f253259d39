/** Whether code that runs again puts out something other than what its cell shows. */
import type { ExecutionEvent } from '../../kernel/kernel.ts';
import { applyOutput, EMPTY_OUTPUT_AREA, type OutputArea } from '../../notebook/apply-output.ts';
import type { Output } from '../../notebook/output.ts';
import type { CellVersion } from '../../session/session.ts';

export interface OutputComparison {
  take(event: ExecutionEvent): void;
  /** To be asked at the end. */
  isOther(): boolean;
}

/** Output is compared up to here, in characters; more is taken for other output. */
const MAX_LENGTH = 1_000_000;
/** What is other each time: addresses of objects. */
const ADDRESS = /0x[\da-f]+/gi;

/** Compares printed text and the text of results, and not how they are drawn. A cell that shows nothing, or asked, is not compared. */
export function compareOutput(cell: CellVersion): OutputComparison {
  const isCompared = cell.outputs.length > 0 && !cell.hasAsked;
  let area: OutputArea = EMPTY_OUTPUT_AREA;
  let length = 0;
  return {
    take: (event) => {
      if (event.type !== 'output' && event.type !== 'clear' && event.type !== 'update') return;
      if (event.type === 'output') length += toText([event.output]).length;
      if (isCompared && length <= MAX_LENGTH) area = applyOutput(area, event);
    },
    isOther: () => isCompared && (length > MAX_LENGTH || toText(area.outputs) !== toText(cell.outputs)),
  };
}

function toText(outputs: readonly Output[]): string {
  return outputs.map(toOutputText).join('').replaceAll(ADDRESS, '');
}

function toOutputText(output: Output): string {
  if (output.output_type === 'stream') return output.name === 'stdout' ? output.text : '';
  if (output.output_type === 'error') return `${output.ename}: ${output.evalue}`;
  const plain = output.data['text/plain'];
  return typeof plain === 'string' ? plain : '';
}
