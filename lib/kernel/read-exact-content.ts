/** Message contents whose numbers survive: the package reads them with `JSON.parse`, which rounds big integers. */
import { parseJsonWithBigIntegers } from '../util/exact-json.ts';
import { toRecord } from './kernel-message.ts';

/** Types whose content holds values of the code's own. */
const CARRIES_VALUES = /^(display_data|update_display_data|execute_result|comm_open|comm_msg)$/;
const BINARY_PROTOCOL = 'v1.kernel.websocket.jupyter.org';
const OFFSET_BYTES = 8;
/** Place of the content among the parts of a message: channel, header, parent header, metadata, content. */
const CONTENT = 4;

/**
 * The content of a message, or null when its type needs no second reading. `protocol` is the WebSocket sub-protocol; a
 * server without one sends JSON text, or JSON with buffers behind it. Throws when the data are no such message.
 * Source: https://jupyter-server.readthedocs.io/en/latest/developers/websocket-protocols.html
 */
export function readExactContent(
  data: ArrayBuffer | string,
  protocol: string | undefined,
  messageType: string,
): unknown {
  if (!CARRIES_VALUES.test(messageType)) return null;
  if (typeof data === 'string') return toRecord(parseJsonWithBigIntegers(data)).content;
  return protocol === BINARY_PROTOCOL ? readPart(data) : readBeforeBuffers(data);
}

function readPart(data: ArrayBuffer): unknown {
  const offsets = new DataView(data);
  const toOffset = (index: number) => Number(offsets.getBigUint64(OFFSET_BYTES * (index + 1), true));
  return parseBytes(data, toOffset(CONTENT), toOffset(CONTENT + 1));
}

/** A count of parts, their offsets, the message as JSON, at least one buffer. */
function readBeforeBuffers(data: ArrayBuffer): unknown {
  const offsets = new DataView(data, 4);
  return toRecord(parseBytes(data, offsets.getUint32(0), offsets.getUint32(4))).content;
}

function parseBytes(data: ArrayBuffer, start: number, end: number): unknown {
  return parseJsonWithBigIntegers(new TextDecoder().decode(new Uint8Array(data, start, end - start)));
}
