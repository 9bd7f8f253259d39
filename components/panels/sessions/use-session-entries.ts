'use client';

import { useEffect, useState } from 'react';
import { listSessions, type SessionEntries } from '../../api/sessions-api.ts';
import { type Loaded, useLoaded } from '../../ui/use-loaded.ts';

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
}

/**
 * The user's notebooks, kept up to date while something in them is running. `initial` is what the server rendered; a new
 * `version` reads them again.
 */
export function useSessionEntries(initial: SessionEntries | null, version: string): SessionList {
  const [search, setSearch] = useState('');
  const typed = useSettled(search);
  const { value, ...loaded } = useLoaded(`${version}\n${typed}`, async () => ({
    ...(await listSessions(typed)),
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
  return { entries, search, searched: value?.searched ?? '', setSearch, ...loaded };
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
