import styles from './toast-area.module.css';

/** Where `Toast` puts messages. */
export const TOASTS_ID = 'toasts';

/** The one place for messages that appear over the page, newest last. In the layout, once. */
export function ToastArea() {
  return <div id={TOASTS_ID} className={styles.area} />;
}
