import styles from './toast-area.module.css';

/** The ID of the element in which `Toast` puts messages. */
export const TOASTS_ID = 'toasts';

/** The one place for messages that appear over the page, newest last. The layout renders it, and nothing else does. */
export function ToastArea() {
  return <div id={TOASTS_ID} className={styles.area} />;
}
