/** What of an execution's messages did not arrive, and how its cell says so. */
import type { Output } from '../../notebook/output.ts';
import type { KernelMessage } from '../wire/kernel-message.ts';

/** Interrupts of one cell, each of which may keep a message from being sent that has its number already. */
const MAX_CUT = 2;

export interface OutputLossOptions {
  /** Messages of the kernel between these two that have not arrived, null where it does not number them. Null is the time of sending. */
  countMissing: (from: KernelMessage | null, to: KernelMessage) => number | null;
}

export class OutputLoss {
  readonly #countMissing: OutputLossOptions['countMissing'];
  /** The first message and the last: outputs come between them. The reply stands in for a last one that was lost. */
  busy: KernelMessage | null = null;
  idle: KernelMessage | null = null;
  reply: KernelMessage | null = null;
  /** What took away messages that were on their way, as the beginning of a sentence. */
  cause: string | null = null;
  wasInterrupted = false;

  constructor({ countMissing }: OutputLossOptions) {
    this.#countMissing = countMissing;
  }

  /** Messages that have not arrived by now; null when some may not have, and nobody can know. */
  count(): number | null {
    const last = this.idle ?? this.reply;
    const missing = last && this.#countMissing(this.busy, last);
    if (missing !== null) return Math.max(0, missing - (this.wasInterrupted ? MAX_CUT : 0));
    return this.cause === null ? 0 : null;
  }

  /** An output of the cell, so that the page, files, exports, and the model show it; null when nothing is known to be missing. */
  describe(): Output | null {
    const missing = this.count();
    if (missing === 0 || missing === null) return null;
    const cause = this.cause === null ? '' : `${this.cause} while this cell ran: `;
    const count = `${this.wasInterrupted ? 'at least ' : ''}${missing.toLocaleString('en-US')}`;
    const messages = missing === 1 ? 'message' : 'messages';
    const text = `[… ${cause}${count} ${messages} from the kernel did not arrive, so output is missing …]\n`;
    return { output_type: 'stream', name: 'stderr', text };
  }

  /** A caveat where messages may be missing and nobody can know, as a sentence. */
  describeDoubt(): string | null {
    if (this.count() !== null) return null;
    return `${this.cause} while this cell ran: some of its output may be missing.`;
  }

  /** Why an execution ends without a reply. */
  explainEnd(): string {
    if (this.busy) {
      if (this.cause === null) return UNREPORTED;
      return `${this.cause} while this cell ran: its last output is lost; how it ended is unknown.`;
    }
    if (this.cause === null) return REQUEST_LOST;
    return `${this.cause} when this cell was sent: whether it ran is unknown.`;
  }
}

const REQUEST_LOST = 'The kernel never received this cell. Run it again.';
/** An interrupt can reach the kernel while it prepares its reply. */
const UNREPORTED = 'The kernel did not report how this cell ended. Its last output may be missing.';
