import { describe, expect, it } from 'vitest';
import { toKernelMessage, toOutputEvent } from '../../../lib/kernel/wire/kernel-message.ts';
import { readExactContent } from '../../../lib/kernel/wire/read-exact-content.ts';
import { DIGEST_MIME_TYPE } from '../../../lib/notebook/output-digest.ts';

const PROTOCOL = 'v1.kernel.websocket.jupyter.org';

/** A message in the binary format: the number of offsets, the offsets, then the parts. */
function toMessage(content: string): ArrayBuffer {
  const parts = ['iopub', '{}', '{}', '{}', content].map((part) => Buffer.from(part));
  const offsets = [8 * (parts.length + 2)];
  for (const part of parts) offsets.push((offsets.at(-1) ?? 0) + part.byteLength);
  const head = new BigUint64Array([offsets.length, ...offsets].map(BigInt));
  return new Uint8Array(Buffer.concat([Buffer.from(head.buffer), ...parts])).buffer;
}

describe('the second reading of a content', () => {
  it('finds a big integer wherever it stands', () => {
    for (let place = 0; place < 40; place += 1) {
      const json = `{"${'x'.repeat(place)}":9007199254740993,"y":1}`;
      expect(JSON.stringify(readExactContent(toMessage(json), PROTOCOL, 'display_data'))).toBe(json);
    }
  });

  it('knows messages that are text', () => {
    const read = (content: string) => readExactContent(`{"content":${content}}`, undefined, 'display_data');
    expect(JSON.stringify(read('{"a":9007199254740993}'))).toBe('{"a":9007199254740993}');
    expect(read('{"a":1}')).toBeNull();
  });

  it('keeps how numbers of JSON types are written', () => {
    const json = '{"data":{"application/json":{"a":1.0,"b":[2.50,-0.0,1e5,3,0.1]}},"metadata":{}}';
    expect(JSON.stringify(readExactContent(toMessage(json), PROTOCOL, 'display_data'))).toBe(json);
    const message = {
      header: { msg_type: 'display_data' },
      content: readExactContent(toMessage(json), PROTOCOL, 'display_data'),
    };
    expect(JSON.stringify(toOutputEvent(toKernelMessage(message)))).toContain(
      '{"a":1.0,"b":[2.50,-0.0,1e5,3,0.1]}',
    );
  });

  it('leaves other numbers of a display numbers', () => {
    const digest = {
      figure: {
        title: 'T',
        panels: [{ marks: [['bar', 2]], series: [{ kind: 'bar', count: 1, values: [0] }] }],
      },
    };
    const json = JSON.stringify({
      data: { 'application/json': [0], [DIGEST_MIME_TYPE]: digest },
      metadata: { 'image/png': { width: 0 } },
    }).replaceAll('0', '1.0');
    const content = readExactContent(toMessage(json), PROTOCOL, 'display_data');
    const event = toOutputEvent(toKernelMessage({ header: { msg_type: 'display_data' }, content }));
    expect(event).toMatchObject({
      output: {
        metadata: { 'image/png': { width: 1 } },
        digest: { figure: { panels: [{ series: [{ values: [1] }] }] } },
      },
    });
  });

  it('is left out where it would change nothing', () => {
    for (const content of ['{"a":[1,2.5,"123456789012345"]}', '{"a":"90071992547409931234"}', '{}']) {
      expect(readExactContent(toMessage(content), PROTOCOL, 'display_data')).toBeNull();
    }
    expect(readExactContent(toMessage('{"a":9007199254740993}'), PROTOCOL, 'stream')).toBeNull();
  });
});
