/** What the cells of a soak do: ordinary work, and what breaks kernels. */
import type { CellEndStatus } from '../../lib/protocol/cells/cell.ts';

export interface SoakCase {
  name: string;
  code: string;
  /** How the cell may end. */
  ends: readonly CellEndStatus[];
}

/** Limit of each cell, milliseconds: what never ends by itself is stopped by it. */
export const SOAK_CELL_TIMEOUT_MS = 20_000;

export const SOAK_CASES: readonly SoakCase[] = [
  { name: 'arithmetic', code: 'print(sum(range(1000)))', ends: ['ok'] },
  {
    name: 'a table',
    code: 'import pandas as pd, numpy as np\ndf = pd.DataFrame({"a": np.arange(1000), "g": np.arange(1000) % 7})\ndf.groupby("g").mean()',
    ends: ['ok'],
  },
  {
    name: 'a plot',
    code: 'import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot(range(100))\nplt.show()',
    ends: ['ok'],
  },
  { name: 'an error', code: '1 / 0', ends: ['error'] },
  { name: '200,000 lines', code: 'for i in range(200_000): print(i)', ends: ['ok'] },
  {
    name: 'a display of 5 MB',
    code: 'from IPython.display import HTML\nHTML("<p>" + "x" * 5_000_000)',
    ends: ['ok'],
  },
  {
    name: 'a progress bar',
    code: 'import time\nfor i in range(50):\n    print(f"\\r{i}", end="", flush=True); time.sleep(0.01)',
    ends: ['ok'],
  },
  { name: 'an endless loop', code: 'while True: pass', ends: ['timed-out'] },
  {
    name: 'a loop that catches interrupts',
    code: 'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass',
    ends: ['timed-out', 'kernel-died'],
  },
  { name: 'os._exit', code: 'import os; os._exit(7)', ends: ['kernel-died'] },
  {
    name: 'a segmentation fault',
    code: 'import ctypes; ctypes.string_at(0)',
    ends: ['kernel-died'],
  },
  { name: 'sys.exit', code: 'import sys; sys.exit(3)', ends: ['ok', 'error', 'kernel-died'] },
  { name: 'too much memory', code: 'x = bytearray(64 * 1024 ** 3)', ends: ['error'] },
  {
    name: 'a thread that keeps printing',
    code: 'import threading, time\ndef talk():\n    for i in range(200): print("late", i); time.sleep(0.02)\nthreading.Thread(target=talk, daemon=True).start()',
    ends: ['ok'],
  },
  {
    name: 'a child that keeps stdout open',
    code: 'import subprocess\nchild = subprocess.Popen(["sleep", "20"])\nprint("started")',
    ends: ['ok'],
  },
  {
    name: 'a fork bomb',
    code: 'import os, time\ntry:\n    while True:\n        if os.fork() == 0: time.sleep(3); os._exit(0)\nexcept OSError as error: print(error)',
    ends: ['ok', 'error', 'timed-out', 'kernel-died'],
  },
  {
    name: 'its folder deleted',
    code: 'import os, tempfile\npath = tempfile.mkdtemp(); os.chdir(path); os.rmdir(path)\ntry: os.getcwd()\nexcept FileNotFoundError: print("gone")\nos.chdir("/session")',
    ends: ['ok', 'error'],
  },
];
