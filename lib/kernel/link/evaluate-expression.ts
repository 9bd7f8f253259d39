import { AppError } from '../../util/app-error.ts';
import { isWithin } from '../../util/is-within.ts';
import type { Execution } from '../execution/execution.ts';
import type { ExecuteRequest } from '../wire/execute-request.ts';
import { readExpression } from '../wire/kernel-message.ts';
import type { JupyterLink } from './jupyter-link.ts';

const TIMEOUT_MS = 10_000;

/** Code that displays the text of a value, where kernels answer no `user_expressions`; by language. */
const SHOW: Record<string, (expression: string) => string> = {
  r: (expression) =>
    `IRdisplay::publish_mimebundle(base::list("text/plain" = base::paste(utils::capture.output(base::print(${expression})), collapse = "\\n")))`,
  typescript: (expression) =>
    `await Deno.jupyter.broadcast("display_data", { data: { "text/plain": Deno.inspect(${expression}) }, metadata: {}, transient: {} })`,
};

/**
 * Evaluates an expression beside the notebook; null when it raised. A kernel that is busy with what a cell left on its
 * event loop is not stopped for that: the question is given up. Throws AppError `kernel-died`.
 */
export async function evaluateExpression(
  link: JupyterLink,
  language: string,
  expression: string,
): Promise<string | null> {
  const show = SHOW[language.toLowerCase()];
  const request: ExecuteRequest = show ? { code: show(expression) } : { code: '', expression };
  const execution = link.execute({ ...request, silent: true });
  if (!(await isWithin(TIMEOUT_MS, execution.ended))) execution.end({ status: 'aborted' });
  if (link.loss) throw new AppError('kernel-died', link.loss.reason);
  return show ? await readDisplay(execution) : readExpression(execution.reply);
}

async function readDisplay(execution: Execution): Promise<string | null> {
  for await (const event of execution.events) {
    if (event.type !== 'output' || event.output.output_type !== 'display_data') continue;
    const text = event.output.data['text/plain'];
    if (typeof text === 'string') return text;
  }
  return null;
}
