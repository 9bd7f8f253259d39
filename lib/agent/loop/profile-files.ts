/** Looks into the user's files before the model's first step, so that it need not. */
import { z } from 'zod';
import { findLanguage } from '../../execution/languages/find-language.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { isLanguageModel } from '../../protocol/models/is-language-model.ts';
import { KeyOverlap } from '../../protocol/tables/key-overlap.ts';
import { findRun } from '../../session/session.ts';
import { describeProfile } from '../prompt/describe-profile.ts';
import type { RunContext } from '../run-context.ts';
import { createDataReader } from './create-data-reader.ts';

/** More are named only. */
const MAX_FILES = 12;

/** Yields a profile for each file that has none yet, and another for one whose keys match those of a file that is new. */
export async function* profileFiles({
  kernel,
  session,
  runId,
  signal,
}: RunContext): AsyncGenerator<EventBody> {
  const run = findRun(session, runId);
  const { data } = findLanguage(kernel);
  const reader = run && isLanguageModel(run.model) ? createDataReader(kernel) : undefined;
  if (!reader || !data) return;
  const files = session.files.slice(0, MAX_FILES);
  if (files.every(({ profile }) => profile !== undefined)) return;
  const names = files.map(({ name }) => name);
  const found = names.length > 1 ? await data.findOverlaps(kernel, names).catch(() => null) : null;
  // Code in the kernel may answer anything, so its answers are checked.
  const overlaps = z.array(KeyOverlap).safeParse(found).data ?? [];
  for (const { name, blob, profile } of files) {
    const own = overlaps.filter(({ from }) => from.file === name);
    if (signal.aborted) return;
    if (profile !== undefined && own.length === 0) continue;
    const head = await reader.describeHead(name).catch(() => null);
    const text = head ? describeProfile(head, own) : '';
    if (text !== profile) yield { type: 'file-profile', blob, text };
  }
}
