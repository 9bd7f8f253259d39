import styles from './spinner.module.css';

/** Something is in progress; what it is appears in the label of the control that holds it. */
export function Spinner() {
  return <span className={styles.spinner} />;
}
