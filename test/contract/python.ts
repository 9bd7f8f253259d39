import type { Language } from './language.ts';

export const PYTHON: Language = {
  kernelName: 'python3',
  name: 'python',
  implementation: /^ipython \d/,
  lacks: {},
  print: (text) => `print(${JSON.stringify(text)})`,
  longLength: 4_000_000,
  printLong: (length) => `print("x" * ${length})`,
  printAroundGate: `import os, time
print("before", flush=True)
while not os.path.exists("gate"): time.sleep(0.01)
print("after")`,
  sleep: 'import time\nprint("asleep", flush=True)\ntime.sleep(600)',
  writeToStderr: (text) => `import sys\nprint(${JSON.stringify(text)}, file=sys.stderr)`,
  value: '6 * 7',
  showHtml: (html) => `from IPython.display import HTML, display\ndisplay(HTML(${JSON.stringify(html)}))`,
  showText: (length) => `display({"text/plain": "x" * ${length}}, raw=True)`,
  showMany: (count) => `for i in range(${count}): display(i)`,
  clear: 'from IPython.display import clear_output\nprint("gone")\nclear_output()\nprint("stays")',
  showUpdatable: 'display({"text/plain": "before"}, raw=True, display_id="shared");',
  update: 'display({"text/plain": "after"}, raw=True, display_id="shared", update=True)',
  fail: (message) => `raise ValueError(${JSON.stringify(message)})`,
  keep: 'kept = 41',
  readKept: 'print(kept + 1)',
  expression: { code: '[1] * 2', text: '[1, 1]' },
  printFolder: 'import os; print(os.getcwd())',
  ask: 'print(input("name? "))',
  printLate: `import os, threading, time
def speak():
    while not os.path.exists("gate"): time.sleep(0.01)
    print("late")
threading.Thread(target=speak).start()`,
  die: 'import os, signal; os.kill(os.getpid(), signal.SIGKILL)',
};
