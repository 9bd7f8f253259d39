import { Button } from './button.tsx';
import styles from './load-state.module.css';
import { Notice } from './notice.tsx';
import { Spinner } from './spinner.tsx';
import { UI_TEXTS } from './ui-texts.ts';
import type { Loaded } from './use-loaded.ts';

interface LoadStateProps {
  loaded: Loaded<unknown>;
  /** What is said until the first value is there. */
  waiting: string;
}

/** That something is on its way, or why it did not come and the way to try again. Nothing once it is there. */
export function LoadState({ loaded: { value, isLoading, failure, reload }, waiting }: LoadStateProps) {
  return (
    <>
      {failure && (
        <div className={styles.failure}>
          <Notice tone="danger" action={<Button onClick={reload}>{UI_TEXTS.tryAgain}</Button>}>
            {failure}
          </Notice>
        </div>
      )}
      {value === null && isLoading && (
        <p className={styles.waiting} role="status">
          <Spinner /> {waiting}
        </p>
      )}
    </>
  );
}
