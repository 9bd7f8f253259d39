/** Events of a session, each in a line of a test, and their fold. What is not given is what most tests need. */
import type { Event, EventBody } from '../../lib/protocol/events/event.ts';
import { LOCAL_USER } from '../../lib/protocol/events/principal.ts';
import { DEFAULT_LIMITS } from '../../lib/protocol/run-limits.ts';
import type { Outcome } from '../../lib/protocol/runs/run.ts';
import { NO_USAGE } from '../../lib/protocol/runs/usage.ts';
import { applyEvent } from '../../lib/session/fold/apply-event.ts';
import { createSession, type Session } from '../../lib/session/session.ts';

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;
type More<Type extends EventBody['type']> = Partial<Omit<Body<Type>, 'type'>>;

export const MODEL = { id: 'm', label: 'm', kind: 'openai' } as const;

export const fold = (session: Session, ...bodies: EventBody[]): Session => bodies.reduce(applyEvent, session);

export const foldAll = (bodies: readonly EventBody[], from: Session = createSession('s')): Session =>
  bodies.reduce(applyEvent, from);

/** As the store gives them: numbered, a millisecond apart. */
export const toEvents = (bodies: readonly EventBody[], lastSeq = 0): Event[] =>
  bodies.map((body, index) => ({
    ...body,
    sessionId: 's',
    seq: lastSeq + index + 1,
    at: 1000 + index,
    by: LOCAL_USER,
  }));

/** A code cell of the user. */
export const insertCell = (
  cellId: string,
  source = cellId,
  more: More<'cell-insert'> = {},
): Body<'cell-insert'> => {
  const cell = { cellId, cellType: 'code', source, author: 'human', role: 'code' } as const;
  return { type: 'cell-insert', ...cell, runId: null, step: null, ...more };
};

/** A cell of a run: its code, its words, or its answer. */
export const insertOfRun = (
  at: { runId: string; step: number },
  cellId: string,
  source = cellId,
  role: 'code' | 'thought' | 'answer' = 'code',
): Body<'cell-insert'> =>
  insertCell(cellId, source, {
    ...at,
    author: 'agent',
    role,
    cellType: role === 'code' ? 'code' : 'markdown',
  });

export const printOf = (cellId: string, text: string): EventBody => ({
  type: 'output-append',
  cellId,
  output: { output_type: 'stream', name: 'stdout', text },
});

/** A cell runs, and prints the text if there is one. */
export const ranCell = (cellId: string, text?: string, end: More<'cell-end'> = {}): EventBody[] => [
  { type: 'cell-start', cellId },
  ...(text === undefined ? [] : [printOf(cellId, text)]),
  { type: 'cell-end', cellId, status: 'ok', executionCount: 1, ...end },
];

export const editCell = (cellId: string, source: string): EventBody => ({
  type: 'cell-edit',
  cellId,
  source,
});

export const startRun = (runId: string, text = 'Go', more: More<'run-start'> = {}): Body<'run-start'> => {
  const task = { text, files: [] };
  return { type: 'run-start', runId, task, model: MODEL, limits: DEFAULT_LIMITS, ...more };
};

export const endRun = (runId: string, outcome: Outcome = { status: 'answered' }): Body<'run-end'> => ({
  type: 'run-end',
  runId,
  outcome,
});

/** A step whose reply is this text: code, if `end` says nothing else. */
export const replyOf = (
  at: { runId: string; step: number },
  text: string,
  end: More<'step-end'> = {},
): EventBody[] => [
  { type: 'step-start', ...at },
  { type: 'text-delta', ...at, text },
  { type: 'step-end', ...at, action: 'code', finishReason: 'stop', toolCalls: [], usage: NO_USAGE, ...end },
];

export const nameVariables = (...names: string[]): EventBody => ({
  type: 'kernel-names',
  names: names.map((name) => ({ name, type: 'int' })),
});

export const loseKernel = (reason: string): EventBody => ({
  type: 'kernel-status',
  status: 'idle',
  stateLost: true,
  reason,
});
