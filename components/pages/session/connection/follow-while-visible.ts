/**
 * When a tab follows its session. A browser allows all tabs together six connections to one host, so a hidden tab
 * closes its connection and resumes when it is shown. One hidden tab with a run stays connected, as its code may ask.
 */
import { findActiveRun } from '../../../../lib/session/session.ts';
import type { SessionStore } from '../../../../lib/stream/session-store.ts';

/** Held by the hidden tab that stays connected. */
const LOCK_NAME = 'actbook-hidden-feed';

/** Follows until the returned function is called. */
export function followWhileVisible(store: SessionStore): () => void {
  let release: (() => void) | null = null;

  const mayStay = () => document.hidden && findActiveRun(store.getSnapshot().session) !== null;

  const update = () => {
    if (mayStay() && release) return;
    release?.();
    release = null;
    if (document.hidden) store.pause();
    else store.resume();
  };

  const hold = (lock: Lock | null): Promise<void> | undefined => {
    if (!lock || !mayStay()) {
      update();
      return;
    }
    return new Promise((resolve) => {
      release = resolve;
    });
  };

  const change = () => {
    // Pages served over plain HTTP have no locks: then every hidden tab disconnects.
    if (mayStay() && !release && 'locks' in navigator)
      void navigator.locks.request(LOCK_NAME, { ifAvailable: true }, hold);
    else update();
  };

  change();
  document.addEventListener('visibilitychange', change);
  const unsubscribe = store.subscribe(() => {
    if (release) update();
  });
  return () => {
    document.removeEventListener('visibilitychange', change);
    unsubscribe();
    release?.();
    store.pause();
  };
}
