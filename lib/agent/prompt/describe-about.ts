/** The cells that a task is about, as the model reads them before the task. */
import { shortenText } from '../../observation/shorten/shorten-text.ts';
import type { CellReference } from '../../protocol/cells/cell-reference.ts';
import { readCode } from '../../session/cell-code.ts';
import type { Cell, Run } from '../../session/session.ts';
import { toShortCellId } from '../../session/short-cell-id.ts';
import { listSubjects } from '../../session/view/answers/list-subjects.ts';
import { type ChangeNote, MAX_CODE_LENGTH, nameCell } from './describe-changes.ts';
import { labelCode, tellCellId } from './name-cell.ts';

const PURPOSES: Record<CellReference['purpose'], string> = {
  ask: 'The task that follows is about',
  fix: 'The task that follows is about the error of',
  change: 'The task that follows is to change',
  continue: 'The task that follows continues from',
};

/** Describes the cells with their code and what they show now, even when both are above: they may be far, or summed up. */
export function describeAbout(run: Run, told: readonly ChangeNote[], fence: string): ChangeNote[] {
  const { about, task } = run;
  if (!about || !task.about) return [];
  const { purpose } = task.about;
  const isToReplace = about.type === 'code' && (purpose === 'fix' || purpose === 'change');
  const advice = { text: `[Replace cell ${toShortCellId(about.id)} ${HOW_TO_REPLACE}]` };
  const quoted = listSubjects(run).flatMap(({ cell, quote }, index) => {
    const name = cell.id === about.id ? 'it' : nameCell(cell);
    if (quote !== undefined) return [{ text: `[The user selected this in what ${name} shows:]\n${quote}` }];
    return index === 0 ? [] : [{ text: `[It is also about ${name}.]` }];
  });
  const subject = describeSubject(about, PURPOSES[purpose], told, fence);
  return [subject, ...quoted, ...(isToReplace ? [advice] : [])];
}

function describeSubject(
  about: Cell,
  purpose: string,
  told: readonly ChangeNote[],
  fence: string,
): ChangeNote {
  if (told.some(({ cell }) => cell?.id === about.id))
    return { text: `[${purpose} ${nameCell(about)}, which is shown above.]` };
  const text = shortenText(about.source, MAX_CODE_LENGTH);
  if (about.type === 'markdown') return { text: `[${purpose} ${toKind(about)}:]\n${text}` };
  const prompt = about.executionCount === null ? '' : ` In [${about.executionCount}]`;
  const code = `\n\`\`\`${labelCode(about, fence)}\n${text}\n\`\`\``;
  const id = tellCellId(about);
  if (about.ranSource === null) return { text: `[${purpose} this cell, which has not run ${id}:]${code}` };
  if (isCleared(about))
    return { text: `[${purpose} this cell${prompt} ${id}, whose output the user has cleared:]${code}` };
  const edited = about.ranSource === readCode(about) ? '' : ' of the code it had before';
  return { text: `${purpose} this cell${prompt}:${code}\nObservation${edited} ${id}:\n`, cell: about };
}

/** Whether its last run had output that it does not show. */
function isCleared({ outputs, ranOrder, versions }: Cell): boolean {
  const since = versions.slice(versions.findLastIndex((version) => version.ranOrder !== ranOrder) + 1);
  return outputs.length === 0 && since.some((version) => version.outputs.length > 0);
}

const HOW_TO_REPLACE =
  'itself: do not add a cell that does its work. If it fails, replace it again. Then say in one or two short sentences what you changed.';

function toKind({ role }: Cell): string {
  if (role === 'answer') return 'this answer of yours';
  return role === 'thought' ? 'these words of yours' : 'this text in the notebook';
}
