/**
 * Notices that messages of a kernel are missing. Kernels that send through jupyter_client's `Session` number all
 * they send: a message id is `{session}_{pid}_{number}`. Others (R, Deno) do not.
 */
const NUMBERED_ID = /^(.+)_(\d+)$/;
/** A longer jump is listed in part: one number is enough to know of a gap. */
const MAX_LISTED = 10_000;

export class MessageNumbers {
  #sender = '';
  #highest = -1;
  /** Numbers under the highest that were not seen. */
  readonly #missing = new Set<number>();

  /** Takes the id of a message that was received. */
  note(messageId: string): void {
    const id = parseId(messageId);
    if (!id) return;
    if (id.sender !== this.#sender) this.#begin(id);
    const skipped = Math.min(id.number - this.#highest - 1, MAX_LISTED);
    for (let back = 1; back <= skipped; back++) this.#missing.add(id.number - back);
    this.#missing.delete(id.number);
    this.#highest = Math.max(this.#highest, id.number);
  }

  /** Whether a message between these two was not seen, or may not have been, for want of numbers. */
  hasGap(fromId: string, toId: string): boolean {
    const [from, to] = [parseId(fromId), parseId(toId)];
    if (!from || !to || from.sender !== this.#sender || to.sender !== this.#sender) return true;
    for (const missing of this.#missing) if (missing > from.number && missing < to.number) return true;
    return false;
  }

  #begin({ sender, number }: MessageId): void {
    this.#sender = sender;
    this.#highest = number - 1;
    this.#missing.clear();
  }
}

interface MessageId {
  sender: string;
  number: number;
}

function parseId(messageId: string): MessageId | null {
  const [, sender, digits] = NUMBERED_ID.exec(messageId) ?? [];
  return sender === undefined ? null : { sender, number: Number(digits) };
}
