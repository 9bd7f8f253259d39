/** Commands on the kernel. */

import { describeNames } from '../../../../lib/session/kernel-names.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import type { CommandContext, CommandRuns } from '../table/command-context.ts';
import { COMMAND_RUN_TEXTS } from './command-run-texts.ts';
import { runMany } from './execution-runs.ts';

export const KERNEL_RUNS = {
  'kernel-interrupt': ({ session }) => controlKernel(session.id, { action: 'interrupt' }),
  'kernel-restart': async (context) => {
    if (await confirmRestart(context, 'Restart'))
      await controlKernel(context.session.id, { action: 'restart' });
  },
  'kernel-restart-run': async (context) => {
    const { session } = context;
    const hasKernel = session.kernel.status !== 'none';
    if (hasKernel && !(await confirmRestart(context, COMMAND_RUN_TEXTS.restartAndRun))) return;
    if (hasKernel) await controlKernel(session.id, { action: 'restart' });
    await runMany(context, { scope: 'all' });
  },
} satisfies CommandRuns;

function confirmRestart({ session, confirm }: CommandContext, confirmLabel: string): Promise<boolean> {
  return confirm({
    title: COMMAND_RUN_TEXTS.restartTitle,
    text: COMMAND_RUN_TEXTS.restart(
      describeNames(session.kernel.names),
      confirmLabel === COMMAND_RUN_TEXTS.restartAndRun,
    ),
    confirmLabel,
  });
}
