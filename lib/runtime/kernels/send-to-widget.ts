/**
 * Tells a widget in the kernel what the user did to it. It goes by a silent execution that hands the message to the
 * widget's comm, so that callbacks run like any code: in turn, with a time limit, and with their outputs.
 */
import type { WidgetUpdate } from '../../notebook/widget-model.ts';
import type { WidgetMessage, WidgetReply } from '../../protocol/kernel/widget-message.ts';
import { AppError } from '../../util/app-error.ts';
import type { OwnWorkbench } from './workbench.ts';

const TIMEOUT_MS = 60_000;
const MAX_REASON_LENGTH = 500;
const GONE = 'The kernel that made this widget is gone. Run its cell again.';
const TOO_LONG = 'The widget’s callback took longer than a minute and was stopped.';

/** See `KernelControls.sendToWidget`. */
export async function sendToWidget(
  { kernels, logs, by }: OwnWorkbench,
  sessionId: string,
  modelId: string,
  message: WidgetMessage,
): Promise<WidgetReply> {
  const session = await logs.readSession(sessionId);
  if (!(await kernels.find(sessionId))) throw new AppError('conflict', GONE);
  const kernel = await kernels.lease(session);
  const updates: WidgetUpdate[] = [];
  let failure = '';
  const options = { silent: true, stopOnError: false, timeoutMs: TIMEOUT_MS };
  for await (const event of kernel.execute(toPython(modelId, message), options)) {
    if (event.type === 'widget') updates.push(event.update);
    else if (event.type === 'output' && event.output.output_type === 'error') {
      const { ename, evalue } = event.output;
      failure = `The widget's code failed: ${ename}: ${evalue}`.slice(0, MAX_REASON_LENGTH);
      if (evalue.includes(NO_COMM)) throw new AppError('conflict', GONE);
    } else if (event.type === 'end' && event.status !== 'ok') {
      failure ||= event.status === 'timed-out' ? TOO_LONG : GONE;
    }
  }
  // The kernel repeats what was set only if it made something else of it.
  const told = message.method === 'update' ? [{ modelId, state: message.state, buffers: [] }] : [];
  const bodies = [...told, ...updates].map((update) => ({ type: 'widget-update' as const, ...update }));
  await logs.writerOf(sessionId, by).writeAll(bodies);
  if (failure) throw new AppError('conflict', failure);
  return { seq: (await logs.readSession(sessionId)).seq };
}

/** What Python says where there is no such comm. */
const NO_COMM = "'NoneType' object has no attribute 'handle_msg'";

/** Source: ipykernel, comm/manager.py (`comm_msg`). */
function toPython(modelId: string, data: WidgetMessage): string {
  const content = toLiteral({ comm_id: modelId, data });
  return `(lambda comm, content: comm.get_comm_manager().get_comm(content["comm_id"]).handle_msg({"content": content, "buffers": [], "metadata": {}, "header": {}, "parent_header": {}}))(__import__("comm"), __import__("json").loads(${content}))`;
}

/** JSON as a Python string: what JSON escapes means the same there, but for lone surrogates, which it has escaped. */
function toLiteral(value: unknown): string {
  return JSON.stringify(JSON.stringify(value));
}
