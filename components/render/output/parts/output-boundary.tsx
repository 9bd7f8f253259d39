import type { ReactNode } from 'react';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

/** Keeps an output that cannot be drawn from taking the page with it. */
export function OutputBoundary({ children }: { children: ReactNode }) {
  return <PartBoundary message="This output could not be shown.">{children}</PartBoundary>;
}
