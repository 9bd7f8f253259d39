/** Looks into the user's files before the model's first step, so that it need not. */
import { z } from 'zod';
import { findLanguage } from '../../execution/languages/find-language.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { FileHead } from '../../protocol/tables/file-head.ts';
import { KeyOverlap } from '../../protocol/tables/key-overlap.ts';
import { describeProfile } from '../prompt/describe-profile.ts';
import type { RunContext } from '../run-context.ts';

/** More are named only. */
const MAX_FILES = 12;

/** Yields a profile for each file that has none yet, and another for one whose keys match those of a file that is new. */
export async function* profileFiles(context: RunContext): AsyncGenerator<EventBody> {
  const { kernel, session, signal, model } = context;
  const { data } = findLanguage(kernel);
  if (!data || 'plan' in model) return;
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
    const head = FileHead.safeParse(await data.describeHead(kernel, name).catch(() => null)).data;
    const text = head ? describeProfile(head, own) : '';
    if (text !== profile) yield { type: 'file-profile', blob, text };
  }
}
