import { Button } from '../controls/button.tsx';
import type { Loaded } from '../hooks/use-loaded.ts';
import { UI_TEXTS } from '../ui-texts.ts';
import styles from './load-state.module.css';
import { Notice } from './notice.tsx';
import { Spinner } from './spinner.tsx';

interface LoadStateProps {
  loaded: Loaded<unknown>;
  /** Shown until the first value is there. */
  waiting: string;
}

/** Says that something is loading, or why it failed, with a button to try again. Empty once it is loaded. */
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
