import { describe, expect, it } from 'vitest';
import { createSettings } from '../../../lib/kernel/wire/jupyter-api.ts';

const header = { msg_id: '1', msg_type: 'stream', session: 'kernel', username: '', version: '5.3', date: '' };

function encode(message: unknown): ArrayBuffer {
  // The legacy protocol carries JSON text, which the type does not say.
  return JSON.stringify(message) as unknown as ArrayBuffer;
}

describe('the guarded serializer', () => {
  const { serializer } = createSettings({ url: 'http://127.0.0.1/', token: '' });
  const read = (raw: unknown) => serializer.deserialize(encode(raw));

  it('leaves a sound message as it is, and says how large it was', () => {
    const sound = {
      channel: 'iopub',
      header,
      parent_header: { msg_id: '0' },
      metadata: {},
      content: { name: 'stderr', text: 'x' },
    };
    const { bytes, ...message } = { bytes: 0, ...read(sound) };
    expect(message).toEqual(sound);
    expect(bytes).toBeGreaterThan(0);
  });

  it.each([
    ['stream', { name: null }, { name: 'stdout', text: '' }],
    ['clear_output', {}, { wait: false }],
    ['execute_result', { execution_count: null, data: {} }, { execution_count: 0, data: {}, metadata: {} }],
    ['display_data', { data: { a: 1 } }, { data: { a: 1 }, metadata: {} }],
    ['error', { traceback: 'text' }, { ename: 'Error', evalue: '', traceback: [] }],
    ['status', { execution_state: 'meditating' }, { execution_state: 'busy' }],
    ['constructor', {}, {}],
  ])('repairs %s', (msg_type, content, repaired) => {
    const message = { channel: 'iopub', header: { ...header, msg_type }, parent_header: null, content };
    expect(read(message)).toMatchObject({ parent_header: {}, metadata: {}, content: repaired });
  });

  it.each([[null], ['text'], [[]], [{}], [{ header: 'x' }]])(
    'turns %j into a message of no effect',
    (raw) => {
      expect(read(raw)).toMatchObject({ channel: 'iopub', header: { msg_type: 'comm_close' } });
    },
  );

  it('keeps integers that JavaScript would round, as text and before buffers', () => {
    const integer = '12345678901234567890';
    const text = `{"channel": "iopub", "header": ${JSON.stringify({ ...header, msg_type: 'display_data' })},
      "parent_header": {}, "metadata": {}, "content": {"data": {"application/json": ${integer}}, "metadata": {}}}`;
    const json = Buffer.from(text);
    const offsets = Buffer.alloc(12);
    for (const [index, value] of [2, 12, 12 + json.length].entries()) offsets.writeUInt32BE(value, index * 4);
    const bytes = new Uint8Array(Buffer.concat([offsets, json, Buffer.from('buffer')])).buffer;
    // As above: text is what the type does not say.
    for (const data of [text as unknown as ArrayBuffer, bytes]) {
      expect(JSON.stringify(serializer.deserialize(data).content)).toContain(`"application/json":${integer}`);
    }
  });

  it('survives bytes that are not message at all', () => {
    const protocol = 'v1.kernel.websocket.jupyter.org';
    expect(serializer.deserialize(new ArrayBuffer(3), protocol)).toMatchObject({ parent_header: {} });
  });

  it('keeps the sender of the last message for one that names none', () => {
    read({ channel: 'iopub', header, parent_header: {}, metadata: {}, content: {} });
    expect(read(null).header.session).toBe('kernel');
  });
});
