/** How events change a session: the form of the tables in this folder, and how one run, step, or cell is replaced. */
import type { Event, EventBody, Stamp } from '../../protocol/events/event.ts';
import type { Cell, Run, Session, Step } from '../session.ts';

type EventType = EventBody['type'];

/** Any event of these types. */
export type Body<Type extends EventType> = { [Each in Type]: Extract<EventBody, { type: Each }> }[Type];

/** For each event, the session after it. The stamp says when it happened, and who caused it. */
export type Handlers = {
  readonly [Type in EventType]: (session: Session, event: Body<Type>, stamp: Stamp) => Session;
};

/** What happened, without where and when it is stored. */
export function toBody({
  sessionId: _,
  seq: __,
  at: ___,
  by: ____,
  ...body
}: EventBody & Partial<Omit<Event, 'type'>>): EventBody {
  return body;
}

/** What an event says besides its type, to be kept whole in the session: a stored one has more than that. */
export function toFields<Body extends EventBody>(event: Body): Omit<Body, 'type'> {
  const { type: _, ...fields } = toBody(event) as Body;
  return fields;
}

/** Everything else keeps its identity. */
export function patchLast<T>(
  items: readonly T[],
  matches: (item: T) => boolean,
  patch: (item: T) => T,
): readonly T[] {
  const index = items.findLastIndex(matches);
  return index < 0 ? items : items.with(index, patch(items[index] as T));
}

export function patchRun(session: Session, runId: string, patch: (run: Run) => Run): Session {
  return { ...session, runs: patchLast(session.runs, (run) => run.id === runId, patch) };
}

export function patchStep(
  session: Session,
  at: { runId: string; step: number },
  patch: (step: Step) => Step,
): Session {
  return patchRun(session, at.runId, (run) => ({
    ...run,
    steps: patchLast(run.steps, (step) => step.index === at.step, patch),
  }));
}

export function patchCell(session: Session, cellId: string, patch: (cell: Cell) => Cell): Session {
  return { ...session, cells: patchLast(session.cells, (cell) => cell.id === cellId, patch) };
}
