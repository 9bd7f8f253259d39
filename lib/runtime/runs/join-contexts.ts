import { MAX_CONTEXT_LENGTH } from '../../protocol/files/context-file.ts';

/** What the user has written down for the agent in several places, in their order; what cannot be read is left out. */
export async function joinContexts(places: readonly (Promise<string> | undefined)[]): Promise<string> {
  const found = await Promise.allSettled(places);
  const texts = found.map((each) => (each.status === 'fulfilled' ? each.value : undefined) ?? '');
  const cut = texts.map((text) => text.trim().slice(0, MAX_CONTEXT_LENGTH));
  return cut.filter((text) => text !== '').join('\n\n');
}
