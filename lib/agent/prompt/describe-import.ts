/** The notebook file that a session began as, in words for the model: bounded, however long the file is. */
import { CHARACTERS_PER_TOKEN, shortenText } from '../../observation/shorten/shorten-text.ts';
import { toObservation } from '../../observation/to-observation.ts';
import { findOriginal } from '../../session/cell-versions.ts';
import type { ImportedNotebook } from '../../session/imported.ts';
import type { CellVersion, Session } from '../../session/session.ts';
import { pluralize } from '../../util/pluralize.ts';
import { labelCode, tellCellId } from './name-cell.ts';

/** Limits for all cells together: characters, and a share of the prompt. */
const MAX_LENGTH = 24_000;
const PROMPT_SHARE = 0.2;
/** The share of this room that goes to the first cells; the rest goes to the last. */
const HEAD_SHARE = 0.6;
/** Limits for one cell: characters of its code, tokens of its output. */
const MAX_SOURCE_LENGTH = 1_500;
const MAX_OUTPUT_TOKENS = 100;

/** Null for sessions that began empty. The same for every run of the session. */
export function describeImport(session: Session, fence: string): string | null {
  const { imported, runs } = session;
  if (!imported) return null;
  const promptTokens = runs[0]?.limits.promptTokens ?? Number.POSITIVE_INFINITY;
  const room = Math.min(MAX_LENGTH, Math.floor(promptTokens * CHARACTERS_PER_TOKEN * PROMPT_SHARE));
  return `${toHeading(imported)}\n\n${describeCells(session, imported.cellIds, room, fence)}\n\n[End of the notebook file.]`;
}

function toHeading({ name, cellIds, kernelNote }: ImportedNotebook): string {
  const count = pluralize(cellIds.length, 'cell');
  const kernel = kernelNote === undefined ? '' : ` ${kernelNote}`;
  return `[The user opened the notebook file ${JSON.stringify(name)} of ${count}; it lies in the working folder too. Its outputs are from elsewhere: none of its code has run in this kernel, so nothing that it defines exists until you or the user run it here.${kernel} The cells:]`;
}

/** Cells from the start and from the end while there is room; how many are left out between is said. */
function describeCells(session: Session, cellIds: readonly string[], room: number, fence: string): string {
  const describe = (id: string) => {
    const cell = findOriginal(session, id);
    return cell ? describeCell(cell, fence) : '';
  };
  const head = takeWhileRoom(cellIds, room * HEAD_SHARE, describe);
  const rest = cellIds.slice(head.length);
  const tail = takeWhileRoom(rest.toReversed(), room * (1 - HEAD_SHARE), describe).toReversed();
  const omitted = rest.length - tail.length;
  const note = omitted > 0 ? [`[… ${pluralize(omitted, 'cell')} left out; read them in the file …]`] : [];
  return [...head, ...note, ...tail].join('\n\n');
}

function takeWhileRoom(ids: readonly string[], room: number, describe: (id: string) => string): string[] {
  const texts: string[] = [];
  let left = room;
  for (const id of ids) {
    const text = describe(id);
    left -= text.length;
    if (left < 0) break;
    texts.push(text);
  }
  return texts;
}

function describeCell(cell: CellVersion, fence: string): string {
  const source = shortenText(cell.source, MAX_SOURCE_LENGTH);
  if (cell.type === 'markdown') return source;
  const code = `In [${cell.executionCount ?? ' '}] ${tellCellId(cell)}:\n\`\`\`${labelCode(cell, fence)}\n${source}\n\`\`\``;
  if (cell.outputs.length === 0) return code;
  return `${code}\nIt showed:\n${toObservation(cell, { maxTokens: MAX_OUTPUT_TOKENS }).text}`;
}
