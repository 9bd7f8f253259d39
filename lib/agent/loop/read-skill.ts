import type { EventBody } from '../../protocol/events/event.ts';
import { isAppError } from '../../util/app-error.ts';
import type { RunContext } from '../run-context.ts';

/** Gives the model the text that it asked for, or the reason why it cannot have it. */
export async function* readSkill(
  { skills, runId }: RunContext,
  step: number,
  path: string,
): AsyncGenerator<EventBody> {
  try {
    const text = (await skills?.read(path)) ?? '';
    yield { type: 'skill-read', runId, step, path, text };
  } catch (error) {
    if (!isAppError(error)) throw error;
    yield { type: 'action-error', runId, step, message: error.message };
  }
}
