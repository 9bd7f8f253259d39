/** Commands on the kernel. */
import { describeNames } from '../../../../lib/session/kernel-names.ts';
import type { KernelState } from '../../../../lib/session/kernel-state.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import type { CommandRuns } from './command-runs.ts';

export const KERNEL_RUNS = {
  'kernel-interrupt': ({ session }) => controlKernel(session.id, { action: 'interrupt' }),
  'kernel-restart': async ({ session, confirm }) => {
    const isSure = await confirm({
      title: 'Restart the kernel?',
      text: describeRestart(session.kernel.names),
      confirmLabel: 'Restart',
    });
    if (isSure) await controlKernel(session.id, { action: 'restart' });
  },
} satisfies CommandRuns;

function describeRestart(names: KernelState['names']): string {
  const lost = names.length > 0 ? ` You will lose: ${describeNames(names)}.` : '';
  return `Its variables will be gone. Cells, outputs and files stay.${lost}`;
}
