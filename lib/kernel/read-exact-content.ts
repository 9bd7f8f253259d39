/** Message contents whose numbers survive: the package reads them with `JSON.parse`, which rounds big integers. */
import { parseJsonWithBigIntegers } from '../util/exact-json.ts';

/** Types whose content holds values of the code's own. */
const CARRIES_VALUES = /^(display_data|update_display_data|execute_result|comm_open|comm_msg)$/;
const OFFSET_BYTES = 8;
/** Place of the content among the parts of a message: channel, header, parent header, metadata, content. */
const CONTENT = 4;

/**
 * The content of a message in the binary format `v1.kernel.websocket.jupyter.org`, or null when the type needs no
 * second reading. Throws when the bytes are no such message.
 * Source: https://jupyter-server.readthedocs.io/en/latest/developers/websocket-protocols.html
 */
export function readExactContent(data: ArrayBuffer, messageType: string): unknown {
  if (!CARRIES_VALUES.test(messageType)) return null;
  const offsets = new DataView(data);
  const toOffset = (index: number) => Number(offsets.getBigUint64(OFFSET_BYTES * (index + 1), true));
  const bytes = new Uint8Array(data, toOffset(CONTENT), toOffset(CONTENT + 1) - toOffset(CONTENT));
  return parseJsonWithBigIntegers(new TextDecoder().decode(bytes));
}
