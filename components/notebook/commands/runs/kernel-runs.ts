/** Commands on the kernel. */

import { describeNames } from '../../../../lib/session/kernel-names.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import { COMMAND_RUN_TEXTS } from './command-run-texts.ts';
import type { CommandRuns } from './command-runs.ts';

export const KERNEL_RUNS = {
  'kernel-interrupt': ({ session }) => controlKernel(session.id, { action: 'interrupt' }),
  'kernel-restart': async ({ session, confirm }) => {
    const isSure = await confirm({
      title: COMMAND_RUN_TEXTS.restartTitle,
      text: COMMAND_RUN_TEXTS.restart(describeNames(session.kernel.names)),
      confirmLabel: 'Restart',
    });
    if (isSure) await controlKernel(session.id, { action: 'restart' });
  },
} satisfies CommandRuns;
