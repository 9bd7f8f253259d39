import type { ErrorOutput as Failure } from '../../lib/notebook/output.ts';
import { AnsiText } from './ansi-text.tsx';
import styles from './error-output.module.css';
import { TextOutput } from './text-output.tsx';

const MAX_OPEN_LINES = 14;

/** An exception: what it says, and where it came from in the kernel's colours, folded when that is long. */
export function ErrorOutput({ output }: { output: Failure }) {
  const traceback = output.traceback.join('\n');
  const lineCount = traceback.split('\n').length;
  return (
    <div className={styles.error}>
      <p className={styles.headline}>
        <strong>{output.ename}</strong>
        {output.evalue && ': '}
        <AnsiText text={output.evalue} />
      </p>
      {traceback && (
        <details open={lineCount <= MAX_OPEN_LINES}>
          <summary className={styles.summary}>Traceback</summary>
          <TextOutput text={traceback} />
        </details>
      )}
    </div>
  );
}
