'use client';

import { useEffect, useState } from 'react';
import { ENTRIES_OF_PAGE } from '../../../lib/protocol/sessions/entries-of-page.ts';
import type { SessionEntries } from '../../../lib/protocol/sessions/session-summary.ts';
import { callApi } from '../../api/call-api.ts';
import { type Loaded, useLoaded } from '../../ui/hooks/use-loaded.ts';

const REFRESH_MS = 4000;
/** How long a search waits for the next key, milliseconds. */
const TYPING_MS = 150;

interface SessionList extends Omit<Loaded<SessionEntries>, 'value'> {
  /** Null until they have been read once. */
  readonly entries: SessionEntries | null;
  /** What is in the field. */
  readonly search: string;
  /** What the entries were searched for; empty when they are all. */
  readonly searched: string;
  setSearch(search: string): void;
  /** Reads more of them. */
  showMore(): void;
}

/**
 * The user's notebooks, kept up to date while something in them is running. `initial` is what the server rendered; a new
 * `version` reads them again.
 */
export function useSessionEntries(initial: SessionEntries | null, version: string): SessionList {
  const [search, setSearch] = useState('');
  const typed = useSettled(search);
  const [limit, setLimit] = useState(ENTRIES_OF_PAGE);
  const { value, ...loaded } = useLoaded(`${version}\n${limit}\n${typed}`, async () => ({
    ...(await callApi('listSessions', { query: { search: typed, limit } })),
    searched: typed.trim(),
  }));
  const entries = value ?? initial;
  const { reload } = loaded;
  const isChanging = entries?.sessions.some(
    ({ isWaiting, runStatus }) => isWaiting || runStatus === 'running',
  );
  useEffect(() => {
    if (!isChanging) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isChanging, reload]);
  const showMore = () => setLimit(limit + ENTRIES_OF_PAGE);
  return { entries, search, searched: value?.searched ?? '', setSearch, showMore, ...loaded };
}

/** The value once it has stayed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
