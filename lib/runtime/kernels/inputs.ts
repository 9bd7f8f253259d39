/** What waits for the user's answer: input that code asks for, and code that waits for approval. */
import type { ApprovalDecision } from '../../protocol/cells/approval.ts';
import type { Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';
import type { OwnWorkbench } from './workbench.ts';

export interface Inputs {
  /**
   * Answers what running code asks with `input()`; null says that nobody will. Throws AppError `not-found` without the
   * session, `conflict` when the question is no longer open or waits in another process.
   */
  reply(sessionId: string, requestId: string, value: string | null): Promise<void>;
  /**
   * Decides on code, or a tool call, that waits for approval. Throws as {@link reply} does, and AppError `bad-request`
   * for a call that is to be edited.
   */
  decide(sessionId: string, requestId: string, decision: ApprovalDecision): Promise<void>;
  /**
   * Notes someone who follows the session and can answer: code that asks waits for them. Returns the function to
   * call when they leave.
   */
  addReader(sessionId: string): () => void;
}

const NOT_ASKED = 'This was already answered, or is no longer waiting.';

export function createInputs({ desk, kernels, work, logs, by }: OwnWorkbench): Inputs {
  async function refuse(sessionId: string, requestId: string): Promise<never> {
    const isOurs = (await kernels.find(sessionId)) !== null;
    if (isOurs || !isOpen(await logs.readSession(sessionId), requestId))
      throw new AppError('conflict', NOT_ASKED);
    const holder = await work.nameHolder(sessionId);
    throw new AppError('conflict', `This run belongs to ${holder}. Answer it there.`);
  }

  return {
    reply: async (sessionId, requestId, value) => {
      if (!desk.answer(sessionId, requestId, value, by)) await refuse(sessionId, requestId);
    },
    decide: async (sessionId, requestId, decision) => {
      if (decision.decision === 'edit') requireEditable(await logs.readSession(sessionId), requestId);
      if (!desk.answer(sessionId, requestId, decision, by)) await refuse(sessionId, requestId);
    },
    addReader: desk.addReader,
  };
}

function isOpen({ cells }: Session, requestId: string): boolean {
  const open = cells.flatMap((cell) => [...cell.pendingInputs, ...cell.pendingApprovals]);
  return open.some((each) => each.requestId === requestId);
}

function requireEditable({ cells }: Session, requestId: string): void {
  const open = cells.flatMap((cell) => cell.pendingApprovals);
  const isCall = open.some((each) => each.requestId === requestId && each.callId !== undefined);
  if (isCall) throw new AppError('bad-request', 'A tool call can be approved or refused, not edited.');
}
