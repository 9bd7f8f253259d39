/** Valid inputs, which the fuzzer changes. */

export const SECRET = 'k3y-4f9a8b7c6d5e-secret';
export const SERVER = { command: 'server', env: { API_KEY: SECRET } };

export const TOOL = {
  name: 'read_table',
  description: `Reads a table with ${SECRET} from the server.`,
  inputSchema: {
    type: 'object' as const,
    properties: { name: { type: 'string', description: `Its name, ${SECRET}` }, rows: { type: 'integer' } },
    required: ['name'],
  },
};

export const RESULT = {
  content: [
    { type: 'text' as const, text: '{"rows": [1, 2.5, 12345678901234567890]}' },
    { type: 'text' as const, text: `The key is ${SECRET}.` },
  ],
};

const OUTPUTS = [
  { output_type: 'stream', name: 'stdout', text: ['loss 1\r', 'loss 2\n'] },
  { output_type: 'display_data', data: { 'text/html': '<b>a</b>', 'text/plain': 'a' }, metadata: {} },
  {
    output_type: 'execute_result',
    execution_count: 1,
    data: { 'application/json': { a: 1.5 } },
    metadata: {},
  },
  { output_type: 'error', ename: 'E', evalue: 'x', traceback: ['\u001b[31mE\u001b[0m'] },
];

export const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'python3', display_name: 'Python 3' }, language_info: { name: 'python' } },
  cells: [
    { id: 'a', cell_type: 'markdown', source: ['# Title\n', 'text'], metadata: { tags: ['x'] } },
    { id: 'b', cell_type: 'code', source: 'print(1)', metadata: {}, execution_count: 1, outputs: OUTPUTS },
    { id: 'c', cell_type: 'raw', source: 'raw', metadata: {} },
  ],
};

const toMessage = (type: string, content: object) => ({
  header: { msg_id: 'm1', msg_type: type, session: 's', username: '', version: '5.3' },
  parent_header: { msg_id: 'p1', session: 't' },
  channel: 'iopub',
  metadata: {},
  content,
  buffers: [],
});

export const MESSAGES = [
  toMessage('stream', { name: 'stdout', text: 'a 1%\ra 99%\r\n\u001b[31mred\u001b[0m\n' }),
  toMessage('stream', { name: 'stderr', text: '\u001b[A\u001b[Kdone' }),
  toMessage('display_data', {
    data: { 'text/plain': 'x' },
    metadata: {},
    transient: { display_id: 'd' },
  }),
  toMessage('update_display_data', {
    data: { 'text/plain': 'y' },
    metadata: {},
    transient: { display_id: 'd' },
  }),
  toMessage('execute_result', {
    execution_count: 1,
    data: { 'application/json': [1, { a: 2 }] },
    metadata: {},
  }),
  toMessage('error', { ename: 'E', evalue: 'v', traceback: ['a', 'b'], status: 'error' }),
  toMessage('clear_output', { wait: true }),
  toMessage('comm_open', {
    comm_id: 'w',
    target_name: 'jupyter.widget',
    data: { state: { _model_name: 'IntSliderModel', value: 3 }, buffer_paths: [] },
  }),
  toMessage('comm_msg', {
    comm_id: 'w',
    data: { method: 'update', state: { value: 4 }, buffer_paths: [['a', 0]] },
  }),
];
