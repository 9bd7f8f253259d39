import { AppError } from '../util/app-error.ts';
import { isWithin } from '../util/is-within.ts';
import type { JupyterLink } from './jupyter-link.ts';
import { readExpression } from './kernel-message.ts';

const TIMEOUT_MS = 10_000;

/**
 * Evaluates an expression beside the notebook; null when it raised. A kernel that is busy with what a cell left on its
 * event loop is not stopped for that: the question is given up. Throws AppError `kernel-died`.
 */
export async function evaluateExpression(link: JupyterLink, expression: string): Promise<string | null> {
  const execution = link.execute({ code: '', silent: true, expression });
  if (!(await isWithin(TIMEOUT_MS, execution.ended))) execution.end({ status: 'aborted' });
  if (link.loss) throw new AppError('kernel-died', link.loss.reason);
  return readExpression(execution.reply);
}
