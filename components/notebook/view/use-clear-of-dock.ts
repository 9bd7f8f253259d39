import { type RefObject, useEffect } from 'react';

/** Keeps what has the focus in the notebook in view; the code for it is loaded once something has. */
export function useClearOfDock(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const notebook = ref.current;
    if (!notebook) return;
    const gone = new AbortController();
    const load = async () => {
      const loaded = await import('./clear-of-dock.ts').catch(() => null);
      if (!loaded || gone.signal.aborted) return;
      gone.signal.addEventListener('abort', loaded.keepClearOfDock(notebook));
    };
    notebook.addEventListener('focusin', () => void load(), { once: true, signal: gone.signal });
    return () => gone.abort();
  }, [ref]);
}
