/**
 * Which tab a page is: an ID that survives a reload, unlike a variable, and differs from that of the next tab, unlike
 * local storage. A lock holds it while the page is open, because a duplicated tab begins with the ID of the other.
 */
import { keepInTab, readFromTab } from '../../ui/tab-storage.ts';

const TAB_KEY = 'actbook-tab';
/** Each open page holds a lock of this name and its ID. */
const TAB_LOCK = 'actbook-tab ';
/** A page that is left may hold its lock for a moment after the next one of the tab has begun. */
const MAX_WAIT_MS = 2000;

/** One for each page. */
const claims = new WeakMap<LockManager, Promise<string>>();

/** The ID of the tab, which another page may have until {@link claimTab} has resolved. */
export function readTab(): string {
  return readFromTab(TAB_KEY) ?? keepTab();
}

/**
 * The ID that no other open page has: that of the tab, or another one if a page holds it. In browsers without locks,
 * pages cannot tell: that of the tab.
 */
export async function claimTab(tab: string): Promise<string> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return tab;
  const claim = claims.get(locks) ?? hold(locks, tab);
  claims.set(locks, claim);
  return claim;
}

/** IDs of all pages that are open now. */
export async function listOpenTabs(): Promise<string[]> {
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {};
  return held.flatMap(({ name = '' }) => (name.startsWith(TAB_LOCK) ? [name.slice(TAB_LOCK.length)] : []));
}

function hold(locks: LockManager, tab: string): Promise<string> {
  return new Promise((resolve) => {
    const request = (id: string, options: LockOptions) =>
      locks.request(TAB_LOCK + id, options, () => {
        resolve(id);
        // Until the page is closed.
        return new Promise(() => {});
      });
    request(tab, { signal: AbortSignal.timeout(MAX_WAIT_MS) })
      .catch((error: Error) => error.name === 'TimeoutError' && request(keepTab(), {}))
      // Locks are forbidden.
      .catch(() => {})
      .then(() => resolve(tab));
  });
}

/** Gives the tab another ID. */
function keepTab(): string {
  const tab = createTabId();
  keepInTab(TAB_KEY, tab);
  return tab;
}

export function createTabId(): string {
  return Math.random().toString(36).slice(2);
}
