/** Where the questions of running code wait for an answer, and who is there to give one. Nothing here is stored. */
import type { InputHandler } from '../kernel/kernel.ts';

export interface InputDesk {
  /** Puts questions to the session's readers; gives up when it had none for `waitMs` milliseconds. */
  createHandler(sessionId: string, waitMs: number): InputHandler;
  /** Answers an open question, with null for nobody; false when it is not open here. */
  reply(sessionId: string, requestId: string, value: string | null): boolean;
  /** Notes somebody who can see and answer questions. Returns the function to call when they leave. */
  addReader(sessionId: string): () => void;
}

interface Question {
  waitMs: number;
  timer: NodeJS.Timeout | undefined;
  settle: (value: string | null) => void;
}

interface Desk {
  readers: number;
  /** Counts readers that came. */
  visits: number;
  questions: Map<string, Question>;
}

export function createInputDesk(): InputDesk {
  const desks = new Map<string, Desk>();

  function deskOf(sessionId: string): Desk {
    const desk = desks.get(sessionId) ?? { readers: 0, visits: 0, questions: new Map() };
    desks.set(sessionId, desk);
    return desk;
  }

  return {
    createHandler: (sessionId, waitMs) => {
      // Who did not come for one question is not waited for again at the next.
      let visitsAtGivingUp = -1;
      return async ({ requestId }, signal) => {
        const desk = deskOf(sessionId);
        const wait = desk.visits === visitsAtGivingUp ? 0 : waitMs;
        const value = await ask(desk, requestId, wait, signal);
        if (value === null && desk.readers === 0) visitsAtGivingUp = desk.visits;
        return value;
      };
    },
    reply: (sessionId, requestId, value) => {
      const desk = deskOf(sessionId);
      const question = desk.questions.get(requestId);
      question?.settle(value);
      return desk.questions.delete(requestId);
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
  waitMs: number,
  signal: AbortSignal,
): Promise<string | null> {
  if (desk.readers === 0 && waitMs === 0) return null;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const question: Question = { waitMs, timer: undefined, settle: resolve };
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
