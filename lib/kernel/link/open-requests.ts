/** Requests that are not executions, from their sending to their reply. */
import type { KernelMessage } from '../wire/kernel-message.ts';

interface OpenRequest {
  /** Whether the kernel has begun with it. */
  hasBegun: boolean;
  resolve(content: Record<string, unknown> | null): void;
}

export interface SentRequest {
  /** Content of the reply; null when none will come. */
  readonly reply: Promise<Record<string, unknown> | null>;
  hasBegun(): boolean;
}

export class OpenRequests {
  readonly #open = new Map<string, OpenRequest>();

  /** How many have no reply yet. */
  get size(): number {
    return this.#open.size;
  }

  add(messageId: string): SentRequest {
    const { promise, resolve } = Promise.withResolvers<Record<string, unknown> | null>();
    const request = { hasBegun: false, resolve };
    this.#open.set(messageId, request);
    return { reply: promise, hasBegun: () => request.hasBegun };
  }

  handle({ type, channel, parentId, content }: KernelMessage): void {
    const request = this.#open.get(parentId);
    if (!request) return;
    if (channel === 'iopub') request.hasBegun ||= content.execution_state === 'busy';
    else if (type.endsWith('_reply')) {
      this.#open.delete(parentId);
      request.resolve(content);
    }
  }

  close(): void {
    for (const { resolve } of this.#open.values()) resolve(null);
    this.#open.clear();
  }
}
