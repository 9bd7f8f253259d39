import { WITHOUT_ISOLATION } from '../../../lib/protocol/kernel/without-isolation.ts';

/** Words of the questions about code without isolation. */
export const CONSENT_TEXTS = {
  agree: {
    button: 'Run without isolation…',
    title: 'Run code without isolation?',
    text: `${WITHOUT_ISOLATION} This applies to this machine until you stop it.`,
    confirmLabel: 'Run without isolation',
  },
  takeBack: {
    button: 'Stop running without isolation…',
    title: 'Stop running code without isolation?',
    text: 'This stops all runs and kernels, and variables will be lost. Cells, outputs, and files are kept.',
    confirmLabel: 'Stop running without isolation',
  },
} as const;
