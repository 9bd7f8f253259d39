/** Message contents whose numbers survive: the package reads them with `JSON.parse`, which rounds big integers and makes 1 of 1.0. */
import { hasBigIntegers, hasOtherForms, parseExactJson } from '../../util/exact-json.ts';
import { toRecord } from './kernel-message.ts';

/** Types whose content holds values of the code's own. */
const CARRIES_VALUES = /^(display_data|update_display_data|execute_result|comm_open|comm_msg)$/;
/** Messages whose content has values of JSON types, which a notebook file keeps. */
const CARRIES_OUTPUTS = /^(display_data|update_display_data|execute_result)$/;
const BINARY_PROTOCOL = 'v1.kernel.websocket.jupyter.org';
const OFFSET_BYTES = 8;
/** Place of the content among the parts of a message: channel, header, parent header, metadata, content. */
const CONTENT = 4;
/** Digits of the shortest integers that JavaScript may round. */
const BIG_DIGITS = 16;
const [ZERO, NINE] = [48, 57];

/**
 * The content of a message, or null when it needs no second reading. `protocol` is the WebSocket sub-protocol; a server
 * without one sends JSON text, or JSON with buffers behind it. Throws when the data are not such a message.
 * Source: https://jupyter-server.readthedocs.io/en/latest/developers/websocket-protocols.html
 */
export function readExactContent(
  data: ArrayBuffer | string,
  protocol: string | undefined,
  messageType: string,
): unknown {
  if (!CARRIES_VALUES.test(messageType)) return null;
  const isOutput = CARRIES_OUTPUTS.test(messageType);
  if (typeof data === 'string') return toContent(parseText(data, isOutput));
  return protocol === BINARY_PROTOCOL
    ? readPart(data, isOutput)
    : toContent(readBeforeBuffers(data, isOutput));
}

function toContent(message: unknown): unknown {
  return message === null ? null : toRecord(message).content;
}

function readPart(data: ArrayBuffer, isOutput: boolean): unknown {
  const offsets = new DataView(data);
  const toOffset = (index: number) => Number(offsets.getBigUint64(OFFSET_BYTES * (index + 1), true));
  return parseBytes(data, [toOffset(CONTENT), toOffset(CONTENT + 1)], isOutput);
}

/** A count of parts, their offsets, the message as JSON, at least one buffer. */
function readBeforeBuffers(data: ArrayBuffer, isOutput: boolean): unknown {
  const offsets = new DataView(data, 4);
  return parseBytes(data, [offsets.getUint32(0), offsets.getUint32(4)], isOutput);
}

/** Null when there is nothing that the package would have read otherwise. */
function parseBytes(data: ArrayBuffer, [start, end]: [number, number], isOutput: boolean): unknown {
  const bytes = Buffer.from(data, start, end - start);
  const isCandidate = hasManyDigits(bytes) || (isOutput && bytes.includes('json"'));
  return isCandidate ? parseText(bytes.toString(), isOutput) : null;
}

function parseText(text: string, isOutput: boolean): unknown {
  return (isOutput ? hasOtherForms : hasBigIntegers)(text) ? parseExactJson(text) : null;
}

/** Whether anywhere so many digits follow each other: of those, one is at a multiple of their number. */
function hasManyDigits(bytes: Uint8Array): boolean {
  const isDigit = (index: number) => {
    const byte = bytes[index];
    return byte !== undefined && byte >= ZERO && byte <= NINE;
  };
  for (let index = 0; index < bytes.length; index += BIG_DIGITS) {
    if (!isDigit(index)) continue;
    let [first, last] = [index, index];
    while (isDigit(first - 1)) first -= 1;
    while (isDigit(last + 1)) last += 1;
    if (last - first + 1 >= BIG_DIGITS) return true;
  }
  return false;
}
