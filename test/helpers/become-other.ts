import { onTestFinished, type TestContext } from 'vitest';

/** Acts as another user until the test ends; only root can. */
export function becomeOther({ skip }: TestContext): void {
  if (process.geteuid?.() !== 0) skip('Only root can act as another user.');
  process.seteuid?.(65_534);
  onTestFinished(() => process.seteuid?.(0));
}
