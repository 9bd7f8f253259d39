'use client';

import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import styles from './toast.module.css';

/** The ID of the element in which `Toast` puts messages. */
const TOASTS_ID = 'toasts';

/** The one place for messages that appear over the page, newest last. The layout renders it, and nothing else does. */
export function ToastArea() {
  return <div id={TOASTS_ID} className={styles.area} />;
}

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
