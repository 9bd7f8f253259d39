/** Commands on the kernel. */

import { describeNames } from '../../../../lib/session/kernel-names.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import type { CommandContext, CommandRuns } from '../table/command-context.ts';
import { runMany } from './execution-runs.ts';
import { loadRunTexts } from './load-run-texts.ts';

export const KERNEL_RUNS = {
  'kernel-interrupt': ({ session }) => controlKernel(session.id, { action: 'interrupt' }),
  'kernel-restart': async (context) => {
    if (await confirmRestart(context, false)) await controlKernel(context.session.id, { action: 'restart' });
  },
  'kernel-restart-run': async (context) => {
    const { session } = context;
    const hasKernel = session.kernel.status !== 'none';
    if (hasKernel && !(await confirmRestart(context, true))) return;
    if (hasKernel) await controlKernel(session.id, { action: 'restart' });
    await runMany(context, { scope: 'all' });
  },
} satisfies CommandRuns;

async function confirmRestart({ session, confirm }: CommandContext, runsAll: boolean): Promise<boolean> {
  const { restartTitle: title, restart, restartAndRun } = await loadRunTexts();
  const text = restart(describeNames(session.kernel.names), runsAll);
  return confirm({ title, text, confirmLabel: runsAll ? restartAndRun : 'Restart' });
}
