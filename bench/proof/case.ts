/** One notebook of the corpus: what was run to make its outputs, what it is now, and the verdict each cell should get. */
import type { CellVerdict } from '../../lib/protocol/verification/verification.ts';

export interface ProofCell {
  /** Its code as it is now. */
  readonly source: string;
  /** Its code when its outputs were made; null for a cell that was never run. */
  readonly made: string | null;
  /** Its place when its outputs were made; default: where it is now. */
  readonly madeAt?: number;
  /** Outputs that somebody wrote by hand, in place of what it showed. */
  readonly forge?: (outputs: string) => string;
  readonly tags?: readonly string[];
  readonly label: CellVerdict;
}

export interface ProofCase {
  readonly name: string;
  /** Its path in the packages of `published.txt`, if others have published it: its outputs are theirs. */
  readonly published?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** The files at the time of verification, where they are others. */
  readonly filesNow?: Readonly<Record<string, string>>;
  /** Cells that were run to make the outputs and are gone, by the place before which they were. */
  readonly deleted?: readonly { readonly at: number; readonly source: string }[];
  readonly cells: readonly ProofCell[];
  /** What was planted, in words; null for a notebook as it was made. */
  readonly fault: string | null;
  /** It depends on the sandbox: on the network, or on the seed of hashes, which kernels share without one. */
  readonly isBoxed?: boolean;
  readonly timeoutMs?: number;
}

/** A cell that is as it was made. */
export function kept(source: string, label: CellVerdict = 'same', more: Partial<ProofCell> = {}): ProofCell {
  return { source, made: source, label, ...more };
}

/** A cell whose code was edited after it had run. */
export function edited(made: string, source: string, label: CellVerdict): ProofCell {
  return { source, made, label };
}

/** A notebook that others have published. `labels`: of each cell that has code. Its code runs in a sandbox only. */
export function published(
  path: string,
  labels: readonly CellVerdict[],
  more: Pick<ProofCase, 'files' | 'timeoutMs'> = {},
): ProofCase {
  const cells = labels.map((label): ProofCell => ({ source: '', made: null, label }));
  return { name: `published: ${path}`, published: path, cells, fault: null, isBoxed: true, ...more };
}
