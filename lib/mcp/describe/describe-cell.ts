import type { ObservedImage } from '../../observation/choose-images.ts';
import { CHARACTERS_PER_TOKEN, shortenText } from '../../observation/shorten/shorten-text.ts';
import { toObservation } from '../../observation/to-observation.ts';
import { nameUser, type Principal } from '../../protocol/events/principal.ts';
import type { Cell, Session } from '../../session/session.ts';
import { toShortCellId } from '../../session/short-cell-id.ts';
import {
  type ChangedBasis,
  describeChangedBasis,
  findChangedBasis,
} from '../../session/stale/find-changed-basis.ts';
import { findFileOutputs } from '../../session/stale/find-file-outputs.ts';
import { createStaleFinder, type StaleCells } from '../../session/stale/find-stale.ts';
import { describeOutput, isOfEarlierKernel } from '../../session/view/cells/describe-output.ts';
import { describeQueueExit } from '../../session/view/cells/describe-queue-exit.ts';
import { findWaitingSource, listWaitingCells } from '../../session/view/cells/list-waiting-cells.ts';

/** Text with the pictures that belong to it. */
export interface Described {
  readonly text: string;
  readonly images: readonly ObservedImage[];
}

/** The share of a cell's budget that its code may take. */
const SOURCE_SHARE = 0.5;

interface CellBudget {
  maxTokens: number;
  /** Without them, pictures are described in words. Default true. */
  hasPictures?: boolean;
}

const OF_EARLIER_KERNEL = 'The kernel of this notebook does not have the variables of this run.';

/** A cell with its code and a digest of its outputs, within about this many tokens. */
export type DescribeCell = (cell: Cell, budget: CellBudget) => Described;

/** Describes cells as the notebook is now. What is out of date is found once for all of them, as for the page. */
export function createCellDescriber(session: Session): DescribeCell {
  const marks = {
    stale: createStaleFinder()(session),
    fileOutputs: findFileOutputs(session),
    changedBasis: findChangedBasis(session),
  };
  return (cell, budget) => describeCell(session, cell, marks, budget);
}

interface Marks {
  stale: StaleCells;
  fileOutputs: ReadonlySet<string>;
  changedBasis: ChangedBasis;
}

function describeCell(
  session: Session,
  cell: Cell,
  marks: Marks,
  { maxTokens, hasPictures = true }: CellBudget,
): Described {
  const source = shortenText(
    cell.source.trimEnd(),
    Math.floor(maxTokens * SOURCE_SHARE * CHARACTERS_PER_TOKEN),
  );
  const head = `## cell ${toShortCellId(cell.id)} · ${describeFacts(session, cell)}`;
  const basis = marks.changedBasis.get(cell.id);
  const note = basis ? `\n${describeChangedBasis(basis)}` : '';
  if (cell.type !== 'code') return { text: `${head}\n${source}${note}`, images: [] };
  const code = `\`\`\`${cell.language ? 'sql' : (session.kernel.info?.languageInfo.name ?? '')}\n${source}\n\`\`\``;
  const left = maxTokens - Math.ceil(source.length / CHARACTERS_PER_TOKEN);
  const { text, images } = describeResult(session, cell, marks, { maxTokens: left, hasPictures });
  return { text: [head, code, text].filter((part) => part !== '').join('\n'), images };
}

function describeFacts(session: Session, cell: Cell): string {
  const kind = cell.type === 'code' ? 'code' : cell.role;
  const isEdited = ![null, cell.source].includes(findWaitingSource(session, cell.id));
  const turn = isEdited
    ? 'waits for its turn, with the code from before it was edited'
    : 'waits for its turn';
  const waits = listWaitingCells(session).includes(cell.id) ? turn : '';
  const ran = cell.executionCount === null ? cell.status : `${cell.status}, In [${cell.executionCount}]`;
  const status = cell.pendingApprovals.length > 0 ? 'waits for approval' : waits || ran;
  const why = cell.leftQueue && describeQueueExit(cell.leftQueue, 'the user');
  const who = cell.author === 'agent' ? 'the agent' : nameUser(findWriter(cell), 'the user');
  return [
    kind,
    `version ${cell.version}`,
    ...(cell.type === 'code' ? [status === 'idle' ? 'not run' : status] : []),
    ...(why ? [`did not run when last asked to: ${why}`] : []),
    `by ${who}`,
  ].join(' · ');
}

/** What a run was asked is written nowhere else. */
function findWriter({ role, made, written }: Cell): Principal {
  return role === 'task' || role === 'steer' ? made.by : written.by;
}

/** Nothing for a cell that has not shown anything yet. */
function describeResult(
  session: Session,
  cell: Cell,
  { stale, fileOutputs }: Marks,
  { maxTokens, hasPictures }: Required<CellBudget>,
): Described {
  if (cell.status === 'idle' && cell.outputs.length === 0) return { text: '', images: [] };
  const { text, images } = toObservation(cell, { maxTokens, vision: hasPictures });
  const changed = stale.get(cell.id)?.join(', ') ?? '';
  const output = describeOutput(cell, changed, fileOutputs.has(cell.id));
  const state = cell.status === 'running' ? 'It is still running.' : output;
  const isGone = cell.status !== 'running' && isOfEarlierKernel(cell, session.kernel.id);
  const isEmpty = cell.status === 'running' && cell.outputs.length === 0;
  return {
    text: ['Output:', isGone ? OF_EARLIER_KERNEL : '', state, isEmpty ? '' : text]
      .filter((part) => part !== '')
      .join('\n'),
    images,
  };
}
