const CHECK_MS = 2_000;
/** Longer than a busy page lets a timer wait. */
const MAX_GAP_MS = 10_000;

/**
 * Calls back when the network is there again, and when time has passed that the page did not live through: the computer
 * slept. A hidden page, whose timers browsers slow down, does so once it is shown. Returns the function that ends this.
 */
export function watchWake(wake: () => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    if (document.hidden) return;
    const now = Date.now();
    if (now - last > MAX_GAP_MS) wake();
    last = now;
  }, CHECK_MS);
  addEventListener('online', wake);
  return () => {
    clearInterval(timer);
    removeEventListener('online', wake);
  };
}
