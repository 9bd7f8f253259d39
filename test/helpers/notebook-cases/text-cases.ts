/** Streams, errors and what the terminal has to say to them. */
import { type NotebookCase, stdout } from './notebook-case.ts';

const OVERWRITES = 'text written after a carriage return overwrites; nbclient deletes what stood before it';
const LINE_ENDS = 'a carriage return before a line end changes nothing on a terminal';
const BACKSPACES = "a backspace steps back; nbclient's loop over backspaces never runs";

export const TEXT_CASES: NotebookCase[] = [
  { name: 'print', cells: ['print("one")\nprint("two")'] },
  {
    name: 'stdout and stderr in turns',
    cells: ['import sys\nfor i in range(3):\n    print("out", i)\n    print("err", i, file=sys.stderr)'],
  },
  {
    name: 'streams around a display',
    cells: ['print("before", flush=True)\ndisplay("middle")\nprint("after")'],
  },
  { name: 'unicode and emoji', cells: ['print("naïve 日本語 👩‍👩‍👧 \\u202eabc")', '"🎉" * 3'] },
  { name: 'control characters', cells: ['print("a\\x00b\\x07c\\x1b[31mred\\x1b[0m\\x0bd\\x0ce")'] },
  { name: 'big output', cells: ['for i in range(20_000):\n    print(i, "y" * 20)'] },
  {
    name: 'progress by carriage return',
    cells: [
      'import sys\nfor i in range(11):\n    sys.stderr.write(f"\\r{i * 10:3d}%"); sys.stderr.flush()\n',
    ],
  },
  {
    name: 'carriage return over a longer line',
    cells: ['print("abcdef\\rXY")'],
    difference: { reason: OVERWRITES, outputs: { 0: [stdout('XYcdef\n')] } },
  },
  {
    name: 'CRLF line ends in output',
    cells: ['print("a\\r\\nb\\r\\n", end="")'],
    difference: {
      reason: LINE_ENDS,
      outputs: { 0: [stdout('a\nb\n')] },
    },
  },
  {
    name: 'backspace',
    cells: ['print("abc\\b\\bX")'],
    difference: { reason: BACKSPACES, outputs: { 0: [stdout('aXc\n')] } },
  },
  {
    name: 'spinner',
    cells: [
      'import sys\nfor each in "|/-":\n    sys.stdout.write(each + "\\b"); sys.stdout.flush()\nprint("done")',
    ],
    difference: { reason: BACKSPACES, outputs: { 0: [stdout('done\n')] } },
  },
  {
    name: 'warnings',
    cells: ['import warnings\nwarnings.warn("careful")\nwarnings.warn("old", DeprecationWarning)'],
  },
  {
    name: 'logging',
    cells: [
      'import logging\nlogging.warning("shown")\nlogging.info("hidden")\nlogging.getLogger("a.b").error("named")',
    ],
  },
  {
    // What a child writes to its own stdout is read by a thread of the kernel, at no certain time.
    name: 'subprocess',
    cells: [
      'import subprocess\nprint(subprocess.run(["echo", "child"], capture_output=True, text=True).stdout, end="")',
      'subprocess.run("echo captured", shell=True, capture_output=True, text=True).stdout',
    ],
  },
  {
    name: 'shell command',
    cells: ['!echo one && echo two', 'lines = !printf "a\\nb\\n"\nlines', '!false'],
    difference: { reason: LINE_ENDS, outputs: { 0: [stdout('one\ntwo\n')] } },
  },
  { name: '%%bash', cells: ['%%bash\necho out\necho err >&2', '%%bash\nexit 3', 'print("not reached")'] },
  {
    name: '%%capture',
    cells: ['%%capture held\nprint("kept back")\ndisplay(1)', 'held.stdout', 'held.show()'],
  },
  { name: 'error stops the rest', cells: ['print("a")\n1/0', 'print("not reached")'] },
  { name: 'errors allowed', cells: ['1/0', 'print("reached")', '{}["key"]'], allowErrors: true },
  {
    name: 'traceback with causes',
    cells: [
      'def f():\n    try:\n        int("x")\n    except ValueError as e:\n        raise KeyError("k") from e\nf()',
    ],
  },
  {
    name: 'exception group',
    cells: ['raise ExceptionGroup("several", [ValueError(1), TypeError("two")])'],
  },
  { name: 'SyntaxError', cells: ['if True print(1)'] },
  { name: 'KeyboardInterrupt raised', cells: ['raise KeyboardInterrupt', 'print("not reached")'] },
  { name: 'SystemExit', cells: ['import sys\nsys.exit(3)', 'print("not reached")'] },
  { name: 'input() refused', cells: ['input("name? ")'] },
];
