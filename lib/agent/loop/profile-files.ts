/** Looks into the user's files before the model's first step, so that it need not. */
import type { EventBody } from '../../protocol/events/event.ts';
import { isLanguageModel } from '../../protocol/is-language-model.ts';
import { findRun } from '../../session/session.ts';
import { describeProfile } from '../prompt/describe-profile.ts';
import type { RunContext } from '../run-context.ts';
import { createDataReader } from './create-data-reader.ts';

/** More are named only. */
const MAX_FILES = 12;

/** Yields a profile for each file that has none yet. */
export async function* profileFiles({
  kernel,
  session,
  runId,
  signal,
}: RunContext): AsyncGenerator<EventBody> {
  const run = findRun(session, runId);
  const reader = run && isLanguageModel(run.model) ? createDataReader(kernel) : undefined;
  if (!reader) return;
  const unknown = session.files.slice(0, MAX_FILES).filter(({ profile }) => profile === undefined);
  for (const { name, blob } of unknown) {
    if (signal.aborted) return;
    const head = await reader.describeHead(name).catch(() => null);
    yield { type: 'file-profile', blob, text: head ? describeProfile(head) : '' };
  }
}
