/**
 * Text that is not stored in the notebook yet, kept in this browser through a reload, a closed tab, and a failed save.
 * Each tab writes its own, so that two windows do not overwrite each other's. If storage is full or forbidden, the text
 * lasts as long as the page.
 */
import { claimTab, createTabId, listOpenTabs, readTab } from './claim-tab.ts';

export interface Draft {
  readonly text: string;
  /** The version of the cell that it changes; absent when no cell has it yet. */
  readonly version?: number;
}

/** A text that nobody is writing now: its editor was closed without saving, or its tab was. */
interface AsideDraft extends Draft {
  /** When it was last changed, milliseconds since 1970. */
  readonly at: number;
}

export interface Drafts {
  /** What is being written in this tab under the name; null when there is none. */
  read(name: string): Draft | null;
  write(name: string, draft: Draft): void;
  /** Drops what is being written in this tab, because it was stored. */
  remove(name: string): void;
  /** Closes what is being written in this tab, to be offered by {@link findAside}. */
  setAside(name: string): void;
  /** The last one that was set aside in this tab, or left by another, and differs from what is stored. */
  findAside(name: string, stored?: string): AsideDraft | null;
  /** Makes one that was found the one that is being written in this tab. */
  takeUp(name: string, draft: AsideDraft): void;
  /** What is being written in this tab, else what a tab that is closed left, which is taken up. */
  resume(name: string): Promise<Draft | null>;
  /** Drops one that was found. */
  discardAside(draft: AsideDraft): void;
  /** Names of all that are being written in this tab. */
  list(): string[];
}

interface Entry extends AsideDraft {
  readonly isAside?: boolean;
}

/** Its text is of no cell yet. */
export const NEW_CELL_DRAFT = 'new';

const PREFIX = 'actbook-draft';
/** How long a draft is kept that nobody takes up. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** `scope`: the ID of the session, or a name for a page without one. */
export function createDrafts(scope: string): Drafts {
  const { entries, own, put } = openEntries(scope);
  const listAside = (name: string) =>
    [...entries].filter(
      ([key, entry]) => key.endsWith(` ${name}`) && (entry.isAside || !key.startsWith(own(''))),
    );

  const drafts: Drafts = {
    read: (name) => {
      const entry = entries.get(own(name));
      return entry && !entry.isAside ? entry : null;
    },
    write: (name, draft) => {
      // An older version kept what was set aside under the key of what is written.
      if (entries.get(own(name))?.isAside) drafts.setAside(name);
      put(own(name), { ...draft, at: Date.now() });
    },
    remove: (name) => {
      if (drafts.read(name)) put(own(name), null);
    },
    setAside: (name) => {
      const entry = entries.get(own(name));
      if (!entry) return;
      put(own(name), null);
      // A key of its own: what is written next must not replace it.
      put(own(`aside ${entry.at} ${name}`), { ...entry, isAside: true });
    },
    findAside: (name, stored) => {
      const found = listAside(name).filter(([, { text }]) => text !== stored);
      return found.sort(([, one], [, other]) => other.at - one.at)[0]?.[1] ?? null;
    },
    takeUp: (name, draft) => {
      const { text, version } = draft;
      drafts.discardAside(draft);
      drafts.setAside(name);
      drafts.write(name, version === undefined ? { text } : { text, version });
    },
    resume: async (name) => {
      const mine = drafts.read(name);
      if (mine) return mine;
      const open = await listOpenTabs();
      const [left] = listAside(name).filter(([key]) => !open.some((id) => key.includes(` ${id} `)));
      if (!left) return null;
      put(left[0], null);
      drafts.write(name, left[1]);
      return left[1];
    },
    discardAside: (draft) => {
      for (const [key, entry] of entries) if (entry === draft) put(key, null);
    },
    list: () =>
      [...entries].flatMap(([key, entry]) =>
        key.startsWith(own('')) && !entry.isAside ? [key.slice(own('').length)] : [],
      ),
  };
  return drafts;
}

interface Entries {
  readonly entries: ReadonlyMap<string, Entry>;
  /** The key of this tab's. */
  own(name: string): string;
  /** Null drops it. */
  put(key: string, entry: Entry | null): void;
}

function openEntries(scope: string): Entries {
  const tab = readTab();
  let own = `${PREFIX} ${scope} ${tab} `;
  const entries = readEntries(`${PREFIX} ${scope} `);
  /** Keys of what is stored once the ID of the tab is known to be this page's alone; null from then on. */
  let changed: Set<string> | null = new Set();
  const put = (key: string, entry: Entry | null) => {
    const before = entries.get(key);
    if (entry) entries.set(key, entry);
    else entries.delete(key);
    if (!changed) store(key, entry);
    else if (entry?.text !== before?.text || entry?.version !== before?.version) changed.add(key);
  };
  /** Closed before that: what it has changed is left under an ID that no page has. */
  const leave = () => {
    const spare = `${PREFIX} ${scope} ${createTabId()} `;
    for (const key of changed ?? []) store(key.replace(own, spare), entries.get(key) ?? null);
  };
  globalThis.addEventListener?.('pagehide', leave);
  void claimTab(tab).then((id) => {
    const waiting = changed ?? new Set<string>();
    const former = own;
    own = `${PREFIX} ${scope} ${id} `;
    changed = null;
    // In a copy of a tab that is open: what it shows becomes its own, and what is stored is the other's.
    const isOthers = (key: string) => own !== former && key.startsWith(former);
    for (const [key, entry] of [...entries]) {
      if (!isOthers(key) || (entry.isAside && !waiting.has(key))) continue;
      entries.delete(key);
      put(own + key.slice(former.length), entry);
    }
    for (const key of waiting) if (!isOthers(key)) store(key, entries.get(key) ?? null);
  });
  return { entries, own: (name) => own + name, put };
}

function store(key: string, entry: Entry | null): void {
  attempt((storage) => (entry ? storage.setItem(key, JSON.stringify(entry)) : storage.removeItem(key)));
}

function readEntries(prefix: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  attempt((storage) => {
    for (const key of Object.keys(storage).filter((each) => each.startsWith(`${PREFIX} `))) {
      const entry = parseEntry(storage.getItem(key));
      if (!entry || entry.at < Date.now() - KEPT_MS) storage.removeItem(key);
      else if (key.startsWith(prefix)) entries.set(key, entry);
    }
  });
  return entries;
}

function parseEntry(json: string | null): Entry | null {
  try {
    const { text, version, at, isAside } = JSON.parse(json ?? '{}');
    if (typeof text !== 'string' || typeof at !== 'number') return null;
    return { text, at, isAside: isAside === true, ...(typeof version === 'number' ? { version } : {}) };
  } catch {
    return null;
  }
}

function attempt(use: (storage: Storage) => void): void {
  try {
    use(localStorage);
  } catch {
    // The text is still in memory.
  }
}
