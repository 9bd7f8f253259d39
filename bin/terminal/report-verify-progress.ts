/** Shows which cell of which clean run is running, on a terminal only. */
import type { WriteStream } from 'node:tty';
import type { VerifyProgress } from '../../lib/protocol/verification/verification.ts';

const CLEAR_LINE = '\r\u001b[K';

export interface VerifyReporter {
  report: (progress: VerifyProgress) => void;
  /** Removes the line; must be called at the end. */
  end: () => void;
}

export function reportVerifyProgress(stream: WriteStream): VerifyReporter {
  if (!stream.isTTY) return { report: () => {}, end: () => {} };
  return {
    report: ({ run, step, steps, cell, verdict }) => {
      if (verdict) return;
      const which = run > 1 ? `clean run ${run}, ` : '';
      stream.write(`${CLEAR_LINE}${which}${step}/${steps}  cell ${cell}`);
    },
    end: () => void stream.write(CLEAR_LINE),
  };
}
