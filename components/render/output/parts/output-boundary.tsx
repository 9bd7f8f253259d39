import type { ReactNode } from 'react';
import { PartBoundary } from '../../../ui/notices/part-boundary.tsx';
import { OUTPUT_TEXTS } from './output-texts.ts';

/** Keeps an output that cannot be drawn from breaking the page. */
export function OutputBoundary({ children }: { children: ReactNode }) {
  return <PartBoundary message={OUTPUT_TEXTS.notShown}>{children}</PartBoundary>;
}
