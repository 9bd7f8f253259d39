/** Commands that take a cell back with its effect on variables. */
import type { TakeBack } from '../../../../lib/protocol/kernel/take-back.ts';
import type { Cell } from '../../../../lib/session/session.ts';
import { describeKept } from '../../../../lib/session/view/cells/describe-take-back.ts';
import { callApi } from '../../../api/call-api.ts';
import { type CommandContext, type CommandRuns, onCell } from '../table/command-context.ts';
import { runMany } from './execution-runs.ts';
import { loadRunTexts } from './load-run-texts.ts';

export const TAKE_BACK_RUNS = {
  'cell-take-back': onCell(async (context, cell) => {
    const texts = await loadRunTexts();
    const { takeBackTitle: title, takeBack: confirmLabel, takenBack, takingBack } = texts;
    const how = await goBack(context, cell, { title, confirmLabel });
    if (how) context.tell({ text: how === 'checkpoint' ? takenBack : takingBack });
  }),
  'run-again': onCell(async (context, cell) => {
    const { runAgainTitle: title, runAgain: confirmLabel } = await loadRunTexts();
    if (await goBack(context, cell, { title, confirmLabel }))
      await runMany(context, { scope: 'below', cellId: cell.id });
  }),
} satisfies CommandRuns;

/** Says what it takes and, once the user has agreed, does it. Resolves to how, or to null. */
async function goBack(
  { session, confirm, inTurn }: CommandContext,
  cell: Cell,
  question: { title: string; confirmLabel: string },
): Promise<TakeBack['how'] | null> {
  const params = { sessionId: session.id, cellId: cell.id };
  const plan = await callApi('planTakeBack', { params });
  if (!(await confirm({ ...question, text: describePlan(plan, cell, await loadRunTexts()) }))) return null;
  await inTurn(() => callApi('takeBack', { params, body: {} }));
  return plan.how;
}

function describePlan(
  { how, reason = '', cellIds, undone, files }: TakeBack,
  { id }: Cell,
  texts: Awaited<ReturnType<typeof loadRunTexts>>,
): string {
  const others = undone.filter((each) => each !== id).length;
  const { atOnce, inNewKernel, laterToo } = texts;
  const parts = [
    how === 'checkpoint' ? atOnce : `${reason} ${inNewKernel(cellIds.length)}`,
    others > 0 ? laterToo(others) : '',
    describeKept(files),
  ];
  return parts.filter((part) => part !== '').join(' ');
}
