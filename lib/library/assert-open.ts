/** What a program calls after `dispose` fails with a sentence, not in the closed database. */
import type { Container } from '../app/container.ts';
import { AppError } from '../util/app-error.ts';

/** Throws AppError `conflict` once `dispose` was called. */
export function assertOpen({ closing }: Pick<Container, 'closing'>): void {
  if (closing.aborted) throw new AppError('conflict', 'This Actbook has been disposed. Create another one.');
}
