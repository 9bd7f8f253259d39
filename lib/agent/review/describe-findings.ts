/** Why an answer goes back, for the model and the user: plain sentences, one a line. */
import type { CellVerification } from '../../protocol/verification/verification.ts';
import { toShortCellId } from '../../session/short-cell-id.ts';
import { pluralize } from '../../util/pluralize.ts';

/** It failed, or showed something else, when the notebook ran from a clean start. */
export type BrokenCell = Pick<
  CellVerification,
  'cell' | 'cellId' | 'verdict' | 'reason' | 'differences' | 'differenceCount'
>;

export interface Findings {
  /** Numbers that no output says, as the answer writes them. */
  readonly numbers: readonly string[];
  readonly cells: readonly BrokenCell[];
}

/** Listed at most: numbers, cells, and what differs in one cell. */
const [MAX_LISTED, MAX_CELLS, MAX_DIFFERENCES] = [20, 5, 3];
/** Characters of what one cell has to say. */
const MAX_LENGTH = 400;

/** Empty when nothing was found. */
export function describeFindings({ numbers, cells }: Findings): string {
  const quoted = numbers.map((number) => `“${number}”`);
  const listed = listFirst(quoted, MAX_LISTED);
  return [
    ...(numbers.length > 0 ? [`Not in any output: ${listed.join(', ')}. ${HOW_TO_SUPPORT}`] : []),
    ...cells.slice(0, MAX_CELLS).map(describeCell),
    ...(cells.length > MAX_CELLS
      ? [`The same holds for ${pluralize(cells.length - MAX_CELLS, 'more cell')}.`]
      : []),
    ...(cells.length > 0 ? [HOW_TO_FIX] : []),
  ].join('\n');
}

const HOW_TO_FIX =
  'Replace what is needed so that the notebook gives the same when its cells run once, from top to bottom, in a new kernel.';

const HOW_TO_SUPPORT =
  'Print each of them in a cell, computed from the data, say that it is assumed, or leave it out.';

/** The first, and how many more there are of `count`. */
function listFirst(texts: readonly string[], max: number, count = texts.length): string[] {
  const listed = texts.slice(0, max);
  return count > listed.length ? [...listed, `${count - listed.length} more`] : listed;
}

function describeCell({ cell, cellId, verdict, reason = '', ...found }: BrokenCell): string {
  const name = `cell ${cell} (ID ${toShortCellId(cellId)})`;
  if (verdict === 'failed') return `From a clean start, ${name} fails: ${toSentence(reason)}`;
  const texts = found.differences.map(({ text }) => text);
  const listed = listFirst(texts, MAX_DIFFERENCES, found.differenceCount).join('; ');
  return `From a clean start, ${name} shows something else: ${toSentence(listed)}`;
}

function toSentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const shown = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
  return /[.!?…]$/.test(shown) ? shown : `${shown}.`;
}
