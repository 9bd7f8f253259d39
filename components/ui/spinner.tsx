import styles from './spinner.module.css';

/** Something goes on; what it is stands in the label of the control that holds it. */
export function Spinner() {
  return <span className={styles.spinner} />;
}
