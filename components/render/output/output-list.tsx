import { memo } from 'react';
import type { Output } from '../../../lib/notebook/output.ts';
import { assertNever } from '../../../lib/util/assert-never.ts';
import { createLate } from '../../ui/layers/create-late.tsx';
import { MimeOutput } from './mime-output.tsx';
import styles from './output-list.module.css';
import { OutputBoundary } from './parts/output-boundary.tsx';
import { TextOutput } from './text/text-output.tsx';

const ErrorOutput = createLate(async () => (await import('./text/error-output.tsx')).ErrorOutput);

/** The outputs of one cell, in order. */
export function OutputList({ outputs }: { outputs: readonly Output[] }) {
  if (outputs.length === 0) return null;
  return (
    <div className={styles.list} data-outputs="">
      {withKeys(outputs).map(({ key, output }) => (
        <OutputBoundary key={key}>
          <OneOutput output={output} />
        </OutputBoundary>
      ))}
    </div>
  );
}

/** Outputs have no ID: position and kind identify them, so that a frame survives a new output after it. */
function withKeys(outputs: readonly Output[]): { key: string; output: Output }[] {
  return outputs.map((output, index) => ({ key: `${index}-${output.output_type}`, output }));
}

/** Outputs before one that grows keep their identity and are not redrawn. */
const OneOutput = memo(function OneOutput({ output }: { output: Output }) {
  switch (output.output_type) {
    case 'stream':
      return <TextOutput text={output.text} tone={output.name === 'stderr' ? 'stderr' : 'plain'} />;
    case 'error':
      return <ErrorOutput output={output} />;
    case 'display_data':
    case 'execute_result':
      return <MimeOutput output={output} />;
    default:
      return assertNever(output);
  }
});
