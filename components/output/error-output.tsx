import type { ErrorOutput as Failure } from '../../lib/notebook/output.ts';
import { TextOutput } from './text-output.tsx';

/** An exception with its traceback, in the kernel's colours. */
export function ErrorOutput({ output }: { output: Failure }) {
  const headline = `${output.ename}: ${output.evalue}`;
  return <TextOutput text={output.traceback.join('\n') || headline} tone="error" />;
}
