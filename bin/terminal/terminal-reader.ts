/** The user at the terminal, asked what running code asks, and whether code may run: on stderr, answered from stdin. */
import { createInterface } from 'node:readline/promises';
import type { ApprovalDecision, ApprovalRequest } from '../../lib/protocol/cells/approval.ts';
import type { InputRequest } from '../../lib/protocol/cells/cell.ts';
import type { Event } from '../../lib/protocol/events/event.ts';
import type { Inputs } from '../../lib/runtime/kernels/inputs.ts';
import { readLine } from './read-line.ts';
import { toHarmless } from './to-harmless.ts';

export interface TerminalReader {
  /** Takes the session's events in order. */
  handle(event: Event): void;
  leave(): void;
}

/** Null where nobody can be asked: stdin or stderr is not a terminal. */
export function openTerminalReader(inputs: Inputs, sessionId: string): TerminalReader | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const leave = inputs.addReader(sessionId);
  const open = new Map<string, AbortController>();

  // When nothing waits any more, there is nothing to answer.
  async function answer(request: InputRequest, signal: AbortSignal): Promise<void> {
    const value = await ask(request, signal);
    if (!signal.aborted) await inputs.reply(sessionId, request.requestId, value).catch(() => {});
  }

  async function decide(request: ApprovalRequest, signal: AbortSignal): Promise<void> {
    const decision = await askApproval(request, signal);
    if (!signal.aborted) await inputs.decide(sessionId, request.requestId, decision).catch(() => {});
  }

  function begin(requestId: string, put: (signal: AbortSignal) => Promise<void>): void {
    const controller = new AbortController();
    open.set(requestId, controller);
    void put(controller.signal);
  }

  function close(requestId: string): void {
    open.get(requestId)?.abort();
    open.delete(requestId);
  }

  return {
    handle: (event) => {
      if (event.type === 'input-request') begin(event.requestId, (signal) => answer(event, signal));
      else if (event.type === 'approval-request') begin(event.requestId, (signal) => decide(event, signal));
      else if (event.type === 'input-reply' || event.type === 'approval-reply') close(event.requestId);
      else if (event.type === 'cell-end') for (const requestId of open.keys()) close(requestId);
    },
    leave,
  };
}

/** What the user decides: y, n or e. Without an answer it is refused. */
async function askApproval(
  { callId, isEdit, reasons, source }: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  const isCall = callId !== undefined;
  const code = isEdit
    ? 'The model wants to put this code in place of a cell'
    : 'The model wants to run this code';
  const what = isCall ? 'The code wants to make this call' : code;
  process.stderr.write(`${what}:\n${toHarmless(indent(source))}\n${toHarmless(reasons.join(' '))}\n`);
  const choices = isCall ? '[y]es, [n]o: ' : '[y]es, [e]dit, [n]o: ';
  for (;;) {
    const typed = await readLine(choices, { signal });
    const word = typed?.trim().toLowerCase()[0];
    if (word === 'y') return { decision: 'approve' };
    if (word === 'e' && !isCall) return askSource(signal);
    if (word === 'n') return { decision: 'refuse', reason: (await readLine('Why not? ', { signal })) ?? '' };
    if (typed === null) return { decision: 'refuse' };
  }
}

function indent(source: string): string {
  return source.replaceAll(/^/gm, '    ');
}

/** One reader for all lines: they may be pasted at once. */
async function askSource(signal: AbortSignal): Promise<ApprovalDecision> {
  process.stderr.write('Type the code to run instead. End with a line that contains a single dot.\n');
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const close = () => terminal.close();
  signal.addEventListener('abort', close, { once: true });
  const lines: string[] = [];
  try {
    for await (const line of terminal) {
      if (line === '.') return { decision: 'edit', source: lines.join('\n') };
      lines.push(line);
    }
    return { decision: 'refuse' };
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

async function ask({ prompt, password }: InputRequest, signal: AbortSignal): Promise<string | null> {
  process.stderr.write('The code asks for input:\n');
  return readLine(prompt, { signal, password });
}
