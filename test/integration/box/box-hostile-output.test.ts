/** Messages that no honest kernel sends, from code in a box: they end as bounded outputs, and the session stays whole. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const MIB = 1024 ** 2;

/** `send` puts any message on the wire, `send_raw` any JSON text, in the name of the running cell. */
const TOOLS = `
import json
from IPython import get_ipython
kernel = get_ipython().kernel
def send(kind, content, **more):
    kernel.session.send(kernel.iopub_socket, kind, content, parent=kernel.get_parent(), **more)
def send_raw(kind, text):
    pack = kernel.session.pack
    kernel.session.pack = lambda value: text.encode() if value == "raw" else pack(value)
    try: kernel.session.send(kernel.iopub_socket, {"header": kernel.session.msg_header(kind), "msg_id": "1", "msg_type": kind, "parent_header": kernel.get_parent()["header"], "metadata": {}, "content": "raw"})
    finally: kernel.session.pack = pack`;

const CELLS: [name: string, code: string][] = [
  [
    'JSON nested too deep to be written',
    'send_raw("display_data", \'{"metadata": {}, "data": {"application/json": \' + "[" * 100_000 + "]" * 100_000 + "}}")',
  ],
  [
    'metadata of 30 MB',
    'send("display_data", {"data": {"text/plain": "x"}, "metadata": {"a": "x" * 30_000_000}})',
  ],
  [
    'a value that claims to be a stored one',
    'send("display_data", {"data": {"application/json": {"blob": "0" * 64, "bytes": 1, "encoding": "json"}}, "metadata": {}})',
  ],
  [
    'ten thousand MIME types',
    'send("display_data", {"data": {f"a/{n}": "x" for n in range(10_000)}, "metadata": {}})',
  ],
  [
    'names of the language itself',
    'send_raw("display_data", \'{"data": {"__proto__": {"polluted": 1}, "constructor": "x"}, "metadata": {"__proto__": {"polluted": 1}}}\')',
  ],
  [
    'widgets named as the language itself',
    'for name in ("__proto__", "constructor", "toString"): send("comm_open", {"comm_id": name, "target_name": "jupyter.widget", "data": {"state": {"_model_name": "x", "__proto__": 1}, "buffer_paths": [["__proto__", "x"]]}}, buffers=[b"x"])',
  ],
  [
    'widgets of 20 MB each',
    'for n in range(10): send("comm_open", {"comm_id": f"w{n}", "target_name": "jupyter.widget", "data": {"state": {"_model_name": "x", "value": "x" * 20_000_000}}})',
  ],
  [
    'a display id of 10 MB',
    'send("display_data", {"data": {"text/plain": "x"}, "metadata": {}, "transient": {"display_id": "i" * 10_000_000}})',
  ],
  [
    'updates of 20 MB each, after many small ones',
    'for n in range(520): send("update_display_data", {"data": {"text/plain": "x" * (20_000_000 if n > 500 else 10)}, "metadata": {}, "transient": {"display_id": f"u{n}"}})',
  ],
  [
    'a traceback of a million lines',
    'send("error", {"ename": "E" * 1_000_000, "evalue": "v", "traceback": ["line"] * 1_000_000})',
  ],
  [
    'wrong types everywhere',
    'send("display_data", {"data": [1], "metadata": 3, "transient": "x"})\nsend("stream", {"name": ["x"], "text": {"a": 1}})\nsend("error", {"ename": 1, "traceback": {"a": 1}})\nsend("clear_output", {"wait": {}})\nsend("status", {"execution_state": {}})\nsend("execute_result", {"execution_count": 1e308, "data": {"text/plain": 3}, "metadata": None})',
  ],
  [
    'clears between floods',
    'import time\nfor n in range(700): send("stream", {"name": "stdout", "text": "x" * 100_000}); send("clear_output", {"wait": False})',
  ],
  [
    'an image that unpacks to gigabytes',
    'import base64, struct, zlib\ndef chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))\nimage = b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(bytes(50_000_000), 9)) + chunk(b"IEND", b"")\nsend("display_data", {"data": {"image/png": base64.b64encode(image).decode()}, "metadata": {}})',
  ],
  ['code for the next cell of 30 MB', 'get_ipython().set_next_input("x" * 30_000_000)'],
  [
    'an id of the language in an update',
    'send("update_display_data", {"data": {"text/plain": "x"}, "metadata": {}, "transient": {"display_id": "__proto__"}})',
  ],
];

async function readMemory(pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
}

it('hostile messages leave log, export and memory bounded, and the run continues', async () => {
  const steps = CELLS.map(([, code]) => fence(code));
  const app = await startScriptedApp([fence(TOOLS), ...steps, fence('print("still", "here")'), 'Done.']);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, {
    task: 'Attack.',
    limits: { maxSteps: 40, maxTokens: 9_000_000 },
  });
  const session = await followUntil(app, id, isEnded);
  expect(session.runs[0]?.outcome).toEqual({ status: 'answered' });
  const code = session.cells.filter((cell) => cell.role === 'code');
  expect(code.at(-1)?.outputs).toMatchObject([{ text: 'still here\n' }]);
  expect(code.length).toBe(CELLS.length + 2);

  const outputs = code.map((cell) => JSON.stringify(cell.outputs).length);
  for (const [index, [name]] of CELLS.entries()) expect(outputs[index + 1], name).toBeLessThan(2 * MIB);
  expect(JSON.stringify(session.widgets).length).toBeLessThan(17 * MIB);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();

  const exported = await app.request(`/api/sessions/${id}/export`);
  expect(exported.status).toBe(200);
  expect(JSON.parse(await exported.text()).cells.length).toBeGreaterThan(CELLS.length);
  expect((await app.request(`/sessions/${id}`)).status).toBe(200);
  expect((await readMemory(app.pid, 'VmHWM')) / MIB).toBeLessThan(1_200);
});
