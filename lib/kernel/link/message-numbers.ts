/**
 * Counts the messages of a kernel that did not arrive. Kernels that send through jupyter_client's `Session` number all
 * they send, on every channel: a message id is `{session}_{pid}_{number}`. Others (R, Deno) do not.
 */
import type { KernelMessage } from '../wire/kernel-message.ts';

const NUMBERED_ID = /^(.+)_(\d{1,15})$/;
/** If a cell has more gaps, only the sum of the oldest is kept. */
const MAX_GAPS = 10_000;
const MAX_FOREIGN = 1_000;

/** Numbers that were not seen, both ends included. */
interface Gap {
  first: number;
  last: number;
}

export class MessageNumbers {
  /** Empty before the first message with a number. */
  #sender = '';
  #highest = -1;
  /** In order. */
  #gaps: Gap[] = [];
  /** Numbers in gaps that are not listed any more. */
  #unlisted = 0;
  /** Numbers of idle messages about requests of others, whose replies went to them. */
  #foreign: number[] = [];

  /** Takes a message of the kernel that was received. `isOwn`: it is not about another client's request. */
  note(message: KernelMessage, isOwn = true): void {
    const id = parseId(message.id);
    if (!id) return;
    if (id.sender !== this.#sender) {
      // Processes that the kernel forked have numbers of their own, and only it has a status and replies.
      if (message.type !== 'status' && !message.type.endsWith('_reply')) return;
      this.#begin(id);
    }
    if (id.number > this.#highest) this.#advance(id.number);
    else this.#fill(id.number);
    if (!isOwn && message.type === 'status' && message.content.execution_state === 'idle') {
      this.#foreign = [...this.#foreign.slice(1 - MAX_FOREIGN), id.number];
    }
  }

  /** Where the numbers are now, for `countMissing`; null before the first one. Gaps before that are forgotten. */
  mark(): number | null {
    this.#gaps = [];
    this.#unlisted = 0;
    this.#foreign = [];
    return this.#sender === '' ? null : this.#highest;
  }

  /**
   * Numbers between the two that were not seen, or null where that is not known. `from` is a message after the last
   * mark, or the mark itself.
   */
  countMissing(from: KernelMessage | number | null, to: KernelMessage): number | null {
    if (from === null) return null;
    const end = parseId(to.id);
    const start = typeof from === 'number' ? { sender: this.#sender, number: from } : parseId(from.id);
    if (!end || !start || start.sender !== this.#sender || end.sender !== this.#sender) return null;
    const lengths = this.#gaps.map(({ first, last }) =>
      Math.max(0, Math.min(last, end.number - 1) - Math.max(first, start.number + 1) + 1),
    );
    const replies = this.#foreign.filter((number) => number > start.number && number < end.number).length;
    return Math.max(0, lengths.reduce((sum, length) => sum + length, this.#unlisted) - replies);
  }

  /** What was sent before may still arrive: a reply can overtake the first status. */
  #begin({ sender }: MessageId): void {
    this.#sender = sender;
    this.#highest = -1;
    this.mark();
  }

  #advance(number: number): void {
    if (number > this.#highest + 1) this.#gaps.push({ first: this.#highest + 1, last: number - 1 });
    this.#highest = number;
    const excess = this.#gaps.length > MAX_GAPS ? this.#gaps.shift() : undefined;
    if (excess) this.#unlisted += excess.last - excess.first + 1;
  }

  /** A message that others have overtaken on their channels. */
  #fill(number: number): void {
    const index = this.#gaps.findLastIndex(({ first, last }) => first <= number && number <= last);
    const gap = this.#gaps[index];
    if (!gap) return;
    const parts = [
      { first: gap.first, last: number - 1 },
      { first: number + 1, last: gap.last },
    ];
    this.#gaps.splice(index, 1, ...parts.filter(({ first, last }) => first <= last));
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
