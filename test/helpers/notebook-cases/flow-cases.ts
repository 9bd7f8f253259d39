/** Which cells run, how they are counted, and magics that change the kernel. */
import { expect } from 'vitest';
import { type NotebookCase, stdout, tagged } from './notebook-case.ts';

const LATE = 'what a cell shows after its end stays with it; nbclient drops it';
const OLD = [{ output_type: 'stream', name: 'stdout', text: 'from before\n' }];

export const FLOW_CASES: NotebookCase[] = [
  { name: 'empty notebook', cells: [] },
  { name: 'markdown only', cells: [{ cell_type: 'markdown', source: '# Title\n\n$x$' }] },
  {
    name: 'raw and markdown between code',
    cells: [
      { cell_type: 'raw', source: 'raw *text*' },
      'x = 1',
      { cell_type: 'markdown', source: ['a\n', 'b'] },
      'x',
    ],
  },
  {
    name: 'blank cells keep what they have',
    cells: ['1', { cell_type: 'code', source: ' \n', outputs: OLD, execution_count: 7 }, '', '2'],
  },
  { name: 'CRLF source', cells: ['x = 1\r\nif x:\r\n    print("crlf")\r\nx'] },
  {
    name: 'old outputs are replaced',
    cells: [{ cell_type: 'code', source: 'x = 1', outputs: OLD, execution_count: 5 }],
  },
  {
    name: 'cells after a failure keep what they have',
    cells: ['1/0', { cell_type: 'code', source: '1', outputs: OLD, execution_count: 5 }],
  },
  {
    name: 'skip-execution',
    cells: ['1', { ...tagged('1/0', 'skip-execution'), outputs: OLD, execution_count: 4 }, '2'],
  },
  {
    name: 'raises-exception',
    cells: [
      tagged('print("a")\nraise ValueError("expected")', 'raises-exception'),
      'print("continues")',
      tagged('1', 'raises-exception'),
    ],
  },
  {
    name: 'top-level await',
    cells: [
      'import asyncio\nawait asyncio.sleep(0.01)\nprint("awaited")',
      'async def f():\n    return 5\nawait f()',
    ],
  },
  { name: '%time', cells: ['%time x = sum(range(10))', '%%time\nprint("cell")'] },
  {
    name: '%run',
    cells: ['%%writefile prog.py\nprint("from a file")\nvalue = 3', '%run prog.py', 'value'],
    ownKernel: true,
  },
  {
    name: 'magics that change the folder',
    cells: [
      'import os\nos.makedirs("sub", exist_ok=True)\n%cd -q sub',
      'os.path.basename(os.getcwd())',
      'here = %pwd\nhere.rsplit("/")[-1]',
    ],
    ownKernel: true,
  },
  { name: 'unknown magic', cells: ['%nosuchmagic'] },
  {
    name: 'working folder',
    cells: [
      'import os\nopen("made-here.txt", "w").close()\nsorted(name for name in os.listdir() if name.startswith("made"))',
    ],
    ownKernel: true,
  },
  {
    name: '?help',
    cells: ['def documented():\n    """Says what it does."""', 'documented?'],
    difference: {
      reason: "what the pager would show is shown as output, as Jupyter's pages do; nbclient drops it",
      outputs: {
        1: [
          {
            output_type: 'display_data',
            metadata: {},
            data: expect.objectContaining({ 'text/plain': expect.stringContaining('Says what it does.') }),
          },
        ],
      },
    },
  },
  {
    name: '%load and set_next_input',
    cells: ['get_ipython().set_next_input("print(1)")', 'print("unchanged")'],
  },
  {
    name: 'exit() at the end',
    ownKernel: true,
    cells: ['print("bye")\nexit()'],
  },
  {
    name: 'output of a task after its cell',
    cells: [
      'import asyncio\ngo = asyncio.Event()\nasync def work():\n    await go.wait()\n    print("late", flush=True)\ntask = asyncio.ensure_future(work())\nprint("first")',
      'go.set()\nawait task\nprint("second")',
    ],
    difference: { reason: LATE, outputs: { 0: [stdout('first\nlate\n')] } },
  },
  {
    name: 'output of a thread after its cell',
    cells: [
      'import contextvars, threading\ngo = threading.Event()\ndef work():\n    go.wait()\n    display("late")\nthread = threading.Thread(target=contextvars.copy_context().run, args=(work,))\nthread.start()',
      'go.set()\nthread.join()\nprint("second")',
    ],
    difference: {
      reason: LATE,
      outputs: { 0: [{ output_type: 'display_data', metadata: {}, data: { 'text/plain': "'late'" } }] },
    },
  },
];
