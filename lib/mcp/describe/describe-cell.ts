import type { ObservedImage } from '../../observation/choose-images.ts';
import { CHARACTERS_PER_TOKEN, shortenText } from '../../observation/shorten/shorten-text.ts';
import { toObservation } from '../../observation/to-observation.ts';
import { nameUser } from '../../protocol/events/principal.ts';
import type { Cell, Session } from '../../session/session.ts';
import { toShortCellId } from '../../session/short-cell-id.ts';
import { describeOutput } from '../../session/view/cells/describe-output.ts';
import { listWaitingCells } from '../../session/view/cells/list-waiting-cells.ts';

/** Text with the pictures that belong to it. */
export interface Described {
  readonly text: string;
  readonly images: readonly ObservedImage[];
}

/** Of a cell's budget: its code. */
const SOURCE_SHARE = 0.5;

/** A cell with its code and a digest of its outputs, within about this many tokens. */
export function describeCell(session: Session, cell: Cell, maxTokens: number): Described {
  const source = shortenText(
    cell.source.trimEnd(),
    Math.floor(maxTokens * SOURCE_SHARE * CHARACTERS_PER_TOKEN),
  );
  const head = `## cell ${toShortCellId(cell.id)} · ${describeFacts(session, cell)}`;
  if (cell.type !== 'code') return { text: `${head}\n${source}`, images: [] };
  const code = `\`\`\`${cell.language ? 'sql' : (session.kernel.info?.languageInfo.name ?? '')}\n${source}\n\`\`\``;
  const { text, images } = describeResult(cell, maxTokens - Math.ceil(source.length / CHARACTERS_PER_TOKEN));
  return { text: [head, code, text].filter((part) => part !== '').join('\n'), images };
}

function describeFacts(session: Session, cell: Cell): string {
  const kind = cell.type === 'code' ? 'code' : cell.role;
  const waits = listWaitingCells(session).includes(cell.id) ? 'waits for its turn' : '';
  const ran = cell.executionCount === null ? cell.status : `${cell.status}, In [${cell.executionCount}]`;
  const status = cell.pendingApprovals.length > 0 ? 'waits for approval' : waits || ran;
  const who = cell.author === 'agent' ? 'the agent' : nameUser(cell.written.by, 'the user');
  return [
    kind,
    `version ${cell.version}`,
    ...(cell.type === 'code' ? [status === 'idle' ? 'not run' : status] : []),
    `by ${who}`,
  ].join(' · ');
}

/** Nothing for a cell that has not shown anything yet. */
function describeResult(cell: Cell, maxTokens: number): Described {
  if (cell.status === 'idle' && cell.outputs.length === 0) return { text: '', images: [] };
  const { text, images } = toObservation(cell, { maxTokens, vision: true });
  const state = cell.status === 'running' ? 'It is still running.' : describeOutput(cell, '', false);
  const isEmpty = cell.status === 'running' && cell.outputs.length === 0;
  return { text: ['Output:', state, isEmpty ? '' : text].filter((part) => part !== '').join('\n'), images };
}
