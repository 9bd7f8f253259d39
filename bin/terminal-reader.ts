/** The person at the terminal, asked what running code asks: questions on stderr, answers from stdin. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Event, InputRequest } from '../lib/protocol/event.ts';
import type { Runtime } from '../lib/runtime/runtime.ts';
import { toHarmless } from './to-harmless.ts';

export interface TerminalReader {
  /** Takes the session's events in order. */
  handle(event: Event): void;
  leave(): void;
}

/** Null where nobody can be asked: stdin or stderr is no terminal. */
export function openTerminalReader(runtime: Runtime, sessionId: string): TerminalReader | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const leave = runtime.addReader(sessionId);
  const open = new Map<string, AbortController>();

  async function answer(request: InputRequest, signal: AbortSignal): Promise<void> {
    const value = await ask(request, signal);
    // When the code stopped waiting meanwhile, there is nothing to answer any more.
    if (!signal.aborted) await runtime.replyInput(sessionId, request.requestId, value).catch(() => {});
  }

  function close(requestId: string): void {
    open.get(requestId)?.abort();
    open.delete(requestId);
  }

  return {
    handle: (event) => {
      if (event.type === 'input-request') {
        const controller = new AbortController();
        open.set(event.requestId, controller);
        void answer(event, controller.signal);
      } else if (event.type === 'input-reply') close(event.requestId);
      else if (event.type === 'cell-end') for (const requestId of open.keys()) close(requestId);
    },
    leave,
  };
}

/** The line that was typed; null after Ctrl-D, Ctrl-C and when the signal aborts. */
async function ask({ prompt, password }: InputRequest, signal: AbortSignal): Promise<string | null> {
  process.stderr.write('The code asks you:\n');
  const terminal = createInterface({
    input: process.stdin,
    output: password ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr,
    terminal: true,
  });
  // Only now, as the terminal shows what is typed until it is read key by key.
  if (password) process.stderr.write(toHarmless(prompt));
  const closed = new Promise<null>((resolve) => void terminal.once('close', () => resolve(null)));
  // A terminal that is being read turns Ctrl-C into a key.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const typed = terminal.question(password ? '' : toHarmless(prompt), { signal });
    return await Promise.race([typed, closed]);
  } catch {
    return null;
  } finally {
    terminal.close();
    if (password || signal.aborted) process.stderr.write('\n');
  }
}
