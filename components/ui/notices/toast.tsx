'use client';

import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { TOASTS_ID } from './toast-area.tsx';

/** Shows a message over the page, where all such messages appear, for as long as it is rendered. */
export function Toast({ children }: { children: ReactNode }) {
  const area = useSyncExternalStore(
    subscribe,
    () => document.getElementById(TOASTS_ID),
    () => null,
  );
  return area && createPortal(children, area);
}

/** The place is there before and after any message. */
function subscribe(): () => void {
  return () => {};
}
