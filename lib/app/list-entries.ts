import { ENTRIES_OF_PAGE } from '../protocol/entries-of-page.ts';
import type { SessionEntries } from '../protocol/session-summary.ts';
import type { Container } from './container.ts';

/** What a list of sessions shows: the first `limit`, how many there are, and the trash. */
export async function listEntries(
  { store, runtime }: Pick<Container, 'store' | 'runtime'>,
  search = '',
  limit = ENTRIES_OF_PAGE,
): Promise<SessionEntries> {
  const [first, discarded] = await Promise.all([
    store.listFirstSessions(search, limit),
    runtime.sessions.listDiscarded(),
  ]);
  return { ...first, discarded };
}
