/** Where whatever needs the user's answer waits for it, and who is there to give one. Nothing here is stored. */
import type { ApprovalHandler } from '../../execution/approval-handler.ts';
import type { InputHandler } from '../../kernel/kernel.ts';
import type { ApprovalDecision } from '../../protocol/cells/approval.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { type Principal, SYSTEM } from '../../protocol/events/principal.ts';

export interface InputDesk {
  /** Put questions to the session's readers; give up when it had none for `waitMs` milliseconds. */
  createHandlers(sessionId: string, waitMs: number): { onInput: InputHandler; onApproval: ApprovalHandler };
  /** Answers what is open: a question of running code, or a request for approval. False when it is not open here. */
  answer(sessionId: string, requestId: string, answer: Answer, by: Principal): boolean;
  /** Who gave the answer that an event is about; null for other events. Once. */
  findReplier(body: EventBody): Principal | null;
  /** Notes someone who can see and answer questions. Returns the function to call when they leave. */
  addReader(sessionId: string): () => void;
}

/** What `input()` gets, where null says that nobody answers, or a decision. */
type Answer = string | null | ApprovalDecision;

interface Question {
  kind: 'input' | 'approval';
  waitMs: number;
  timer: NodeJS.Timeout | undefined;
  settle: (answer: Answer) => void;
}

interface Desk {
  readers: number;
  /** Counts readers that came. */
  visits: number;
  questions: Map<string, Question>;
}

export function createInputDesk(): InputDesk {
  const desks = new Map<string, Desk>();
  /** By request. */
  const repliers = new Map<string, Principal>();

  function deskOf(sessionId: string): Desk {
    const desk = desks.get(sessionId) ?? { readers: 0, visits: 0, questions: new Map() };
    desks.set(sessionId, desk);
    return desk;
  }

  return {
    createHandlers: (sessionId, waitMs) => {
      // Who did not come for one question is not waited for again at the next.
      let visitsAtGivingUp = -1;
      const put = async (kind: Question['kind'], requestId: string, signal: AbortSignal) => {
        const desk = deskOf(sessionId);
        const wait = desk.visits === visitsAtGivingUp ? 0 : waitMs;
        const answer = await ask(desk, requestId, { kind, waitMs: wait }, signal);
        if (answer === null && desk.readers === 0) visitsAtGivingUp = desk.visits;
        return answer;
      };
      return {
        onInput: async ({ requestId }, signal) => {
          const answer = await put('input', requestId, signal);
          return typeof answer === 'string' ? answer : null;
        },
        onApproval: async ({ requestId }, signal) => {
          const answer = await put('approval', requestId, signal);
          return typeof answer === 'string' ? null : answer;
        },
      };
    },
    answer: (sessionId, requestId, answer, by) => {
      const { questions } = deskOf(sessionId);
      const question = questions.get(requestId);
      if (question?.kind !== (answer instanceof Object ? 'approval' : 'input')) return false;
      question.settle(answer);
      repliers.set(requestId, by);
      return questions.delete(requestId);
    },
    findReplier: (body) => {
      if (body.type !== 'input-reply' && body.type !== 'approval-reply') return null;
      const replier = repliers.get(body.requestId) ?? SYSTEM;
      repliers.delete(body.requestId);
      return replier;
    },
    addReader: (sessionId) => {
      const desk = deskOf(sessionId);
      desk.readers += 1;
      desk.visits += 1;
      for (const { timer } of desk.questions.values()) clearTimeout(timer);
      let isThere = true;
      return () => {
        if (!isThere) return;
        isThere = false;
        desk.readers -= 1;
        if (desk.readers === 0) for (const question of desk.questions.values()) giveUpLater(question);
      };
    },
  };
}

async function ask(
  desk: Desk,
  requestId: string,
  asked: Pick<Question, 'kind' | 'waitMs'>,
  signal: AbortSignal,
): Promise<Answer> {
  if (desk.readers === 0 && asked.waitMs === 0) return null;
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const question: Question = { ...asked, timer: undefined, settle: resolve };
  const giveUp = () => resolve(null);
  desk.questions.set(requestId, question);
  if (desk.readers === 0) giveUpLater(question);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await promise;
  } finally {
    clearTimeout(question.timer);
    desk.questions.delete(requestId);
    signal.removeEventListener('abort', giveUp);
  }
}

function giveUpLater(question: Question): void {
  question.timer = setTimeout(() => question.settle(null), question.waitMs);
}
