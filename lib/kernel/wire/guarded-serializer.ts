/**
 * Makes any received bytes a message that `@jupyterlab/services` accepts. It validates inside the socket's
 * event handler, where a throw ends the process and wedges the connection; kernels do send such messages.
 */
import { isRecord, toRecord, toStringOr } from './kernel-message.ts';

type Fields = Record<string, unknown>;

/** Required content per iopub message type, as lib/kernel/validate.js of the package checks it. */
const CONTENT_DEFAULTS: Record<string, Fields> = {
  stream: { name: 'stdout', text: '' },
  display_data: { data: {}, metadata: {} },
  execute_input: { code: '', execution_count: 0 },
  execute_result: { execution_count: 0, data: {}, metadata: {} },
  error: { ename: 'Error', evalue: '', traceback: [] },
  status: { execution_state: 'busy' },
  clear_output: { wait: false },
  comm_open: { comm_id: '', target_name: '', data: {} },
  comm_msg: { comm_id: '', data: {} },
  comm_close: { comm_id: '' },
  shutdown_reply: { restart: false },
};
const EXECUTION_STATES = ['starting', 'idle', 'busy', 'restarting', 'dead'];

/**
 * Wraps a deserializer so that it never throws: an unreadable message becomes `createFallback()`, of an
 * unknown type. It gets the last sender's session, as a change of session means a new kernel to the package.
 */
export function guardDeserialize<Message extends object>(
  deserialize: (data: ArrayBuffer, protocol?: string) => Message,
  createFallback: () => Message,
): (data: ArrayBuffer, protocol?: string) => Message {
  let session = '';
  return (data, protocol) => {
    const message = tryDeserialize(() => deserialize(data, protocol)) ?? createFallback();
    const repaired = repairMessage(toRecord(message), session);
    session = repaired.header.session;
    // The tap of the connection passes messages on, not what they were read from.
    return Object.assign(message, repaired, { bytes: measure(data) });
  };
}

/** Servers of the older protocol send text. */
function measure(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof ArrayBuffer || ArrayBuffer.isView(data) ? data.byteLength : 0;
}

function tryDeserialize<Message>(deserialize: () => Message): Message | null {
  try {
    const message = deserialize();
    return isRecord(message) && isRecord(message.header) ? message : null;
  } catch {
    return null;
  }
}

function repairMessage(message: Fields, lastSession: string) {
  const header = toRecord(message.header);
  const type = toStringOr(header.msg_type, 'unreadable');
  const channel = toStringOr(message.channel, 'iopub');
  const content = toRecord(message.content);
  return {
    channel,
    header: {
      ...header,
      msg_id: toStringOr(header.msg_id, ''),
      msg_type: type,
      session: toStringOr(header.session, '') || lastSession,
      username: toStringOr(header.username, ''),
      version: toStringOr(header.version, ''),
    },
    parent_header: toRecord(message.parent_header),
    metadata: toRecord(message.metadata),
    content: channel === 'iopub' ? repairContent(type, content) : content,
  };
}

function repairContent(type: string, content: Fields): Fields {
  const defaults = Object.hasOwn(CONTENT_DEFAULTS, type) ? CONTENT_DEFAULTS[type] : undefined;
  const repaired = { ...content };
  for (const [name, value] of Object.entries(defaults ?? {})) {
    if (!isSameKind(repaired[name], value)) repaired[name] = value;
  }
  const isUnknownState = type === 'status' && !EXECUTION_STATES.includes(String(repaired.execution_state));
  return isUnknownState ? { ...repaired, ...defaults } : repaired;
}

function isSameKind(value: unknown, example: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(value);
  return isRecord(example) ? isRecord(value) : typeof value === typeof example;
}
