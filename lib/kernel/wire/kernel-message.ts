/**
 * A received kernel message reduced to what the driver reads, and how its content becomes execution events.
 * Source: https://jupyter-client.readthedocs.io/en/latest/messaging.html
 */
import { toMimeBundle } from '../../notebook/mime-value.ts';
import type { Output } from '../../notebook/output.ts';
import { DIGEST_MIME_TYPE, KernelDigest } from '../../notebook/output-digest.ts';
import type { WidgetBuffer } from '../../notebook/widget-model.ts';
import type { InputRequest } from '../../protocol/cells/cell.ts';
import type { NextInput } from '../../protocol/cells/next-input.ts';
import { toPlainNumbers } from '../../util/exact-json.ts';
import { HOST_CALL_MARK, type OutputEvent } from '../kernel.ts';

export interface KernelMessage {
  type: string;
  channel: string;
  /** `msg_id` of the message itself. */
  id: string;
  /** Session id of the sender: a kernel process has one of its own. */
  session: string;
  /** `msg_id` of the request this message belongs to; empty when it belongs to none. */
  parentId: string;
  /** Session id of whoever sent that request; empty when it belongs to none. */
  parentSession: string;
  /** Length of the message as it came, bytes; 0 where that is not known. */
  bytes: number;
  content: Record<string, unknown>;
  /** Binary parts, as they came. */
  buffers: readonly unknown[];
}

/** Ids are the kernel's to choose: longer ones are cut, characters. */
const MAX_ID_LENGTH = 200;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function toStringOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

/** An execution count, or null when the message carries none (an aborted reply, a repaired message) or nonsense. */
export function toCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** Reads any JSON as a message; what is missing becomes empty. */
export function toKernelMessage(raw: unknown): KernelMessage {
  const message = toRecord(raw);
  const header = toRecord(message.header);
  const parent = toRecord(message.parent_header);
  return {
    type: toStringOr(header.msg_type, ''),
    channel: toStringOr(message.channel, ''),
    id: toStringOr(header.msg_id, ''),
    session: toStringOr(header.session, ''),
    parentId: toStringOr(parent.msg_id, ''),
    parentSession: toStringOr(parent.session, ''),
    bytes: typeof message.bytes === 'number' ? message.bytes : 0,
    content: toRecord(message.content),
    buffers: Array.isArray(message.buffers) ? message.buffers : [],
  };
}

/** The event an iopub message stands for, or null when it shows nothing. */
export function toOutputEvent(message: KernelMessage): OutputEvent | null {
  const { type, content } = message;
  switch (type) {
    case 'comm_open':
    case 'comm_msg':
      return toWidgetEvent(message);
    case 'clear_output':
      return { type: 'clear', wait: content.wait === true };
    case 'update_display_data': {
      const { displayId, ...display } = toDisplay(content);
      return displayId === undefined ? null : { type: 'update', displayId, ...display };
    }
    default: {
      const output = toOutput(type, content);
      return output && { type: 'output', output };
    }
  }
}

/** Widgets keep their state in comm data; other comms, and a widget's custom messages, have none. */
function toWidgetEvent({ content, buffers }: KernelMessage): OutputEvent | null {
  const { state, buffer_paths: paths } = toRecord(content.data);
  if (!isRecord(state)) return null;
  const update = {
    modelId: toStringOr(content.comm_id, '').slice(0, MAX_ID_LENGTH),
    state,
    buffers: Array.isArray(paths) ? paths.flatMap((path, index) => toBuffer(path, buffers[index])) : [],
  };
  return { type: 'widget', update };
}

function toBuffer(path: unknown, buffer: unknown): WidgetBuffer[] {
  if (!Array.isArray(path) || !(buffer instanceof DataView)) return [];
  const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const steps = path.map((step) => (typeof step === 'number' ? step : String(step)));
  return [{ path: steps, encoding: 'base64', data: bytes.toString('base64') }];
}

function toOutput(type: string, content: Record<string, unknown>): Output | null {
  switch (type) {
    case 'stream': {
      const text = toStringOr(content.text, '');
      if (!text) return null;
      return { output_type: type, name: content.name === 'stderr' ? 'stderr' : 'stdout', text };
    }
    case 'display_data':
      return { output_type: type, ...toDisplay(content) };
    case 'execute_result':
      return { output_type: type, execution_count: toCount(content.execution_count), ...toDisplay(content) };
    case 'error':
      return {
        output_type: type,
        ename: toStringOr(content.ename, 'Error'),
        evalue: toStringOr(content.evalue, ''),
        traceback: Array.isArray(content.traceback) ? content.traceback.map(String) : [],
      };
    default:
      return null;
  }
}

/** The error that a reply reports, or null when it reports none. */
export function toErrorOutput(reply: Record<string, unknown>): Output | null {
  return reply.status === 'error' ? toOutput('error', reply) : null;
}

/** A prompt longer than this many characters loses its middle: it is a question for the user. */
const MAX_PROMPT_LENGTH = 1_000;

/** The question in an `input_request`. */
export function toInputRequest({ id, content }: KernelMessage): InputRequest {
  const prompt = toStringOr(content.prompt, '');
  const half = MAX_PROMPT_LENGTH / 2;
  const isLong = prompt.length > MAX_PROMPT_LENGTH;
  return {
    requestId: id,
    prompt: isLong ? `${prompt.slice(0, half)} … ${prompt.slice(-half)}` : prompt,
    password: content.password === true,
  };
}

/** What a host call asks, or null when the `input_request` is a question for the user. */
export function toHostCall({ content }: KernelMessage): string | null {
  const prompt = toStringOr(content.prompt, '');
  return prompt.startsWith(HOST_CALL_MARK) ? prompt.slice(HOST_CALL_MARK.length) : null;
}

/** `page` payloads (`frame?`) of an execute reply, shown as JupyterLab does: as output. */
export function toPageEvents(reply: Record<string, unknown>): OutputEvent[] {
  return toPayloads(reply)
    .filter((payload) => payload.source === 'page' && isRecord(payload.data))
    .map((payload) => ({
      type: 'output',
      output: { output_type: 'display_data', data: toMimeBundle(toRecord(payload.data)), metadata: {} },
    }));
}

/** The last `set_next_input` payload, or null. */
export function toNextInput(reply: Record<string, unknown>): NextInput | null {
  const payload = toPayloads(reply).findLast(({ source }) => source === 'set_next_input');
  return payload ? { text: toStringOr(payload.text, ''), replace: payload.replace === true } : null;
}

/** Whether the code asked the kernel process to end, as `exit()` does. */
export function asksToExit(reply: Record<string, unknown>): boolean {
  return toPayloads(reply).some(({ source }) => source === 'ask_exit');
}

function toPayloads(reply: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(reply.payload) ? reply.payload.map(toRecord) : [];
}

function toDisplay(content: Record<string, unknown>) {
  const displayId = toRecord(content.transient).display_id;
  const { [DIGEST_MIME_TYPE]: value, ...data } = toRecord(content.data);
  // Code can send anything under this name: anything else is dropped.
  const digest = value === undefined ? undefined : KernelDigest.safeParse(toPlainNumbers(value)).data;
  return {
    data: toMimeBundle(data),
    metadata: toRecord(toPlainNumbers(content.metadata)),
    ...(digest === undefined ? {} : { digest }),
    ...(typeof displayId === 'string' ? { displayId: displayId.slice(0, MAX_ID_LENGTH) } : {}),
  };
}

/** Name of the expression in `user_expressions` of request and reply. */
export const EXPRESSION_NAME = 'value';

/** A value of a reply's `user_expressions` as text, or null when evaluating it raised. */
export function readExpression(reply: Record<string, unknown> | null): string | null {
  const expressions = reply?.user_expressions;
  if (!(expressions instanceof Object && EXPRESSION_NAME in expressions)) return null;
  const value = expressions[EXPRESSION_NAME];
  if (!(value instanceof Object && 'data' in value && value.data instanceof Object)) return null;
  return 'text/plain' in value.data ? toStringOr(value.data['text/plain'], '') : null;
}
