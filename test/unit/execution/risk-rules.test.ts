import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCodeFacts } from '../../../lib/execution/risk/read-code-facts.ts';
import { RISK_RULES } from '../../../lib/execution/risk/risk-rules.ts';
import { ROOT_DIR } from '../../helpers/app/app.ts';

const find = (source: string, earlier: string[] = []) => {
  const facts = readCodeFacts(source, earlier);
  return RISK_RULES.filter((rule) => rule.finds(facts, ['cars.csv'])).map(({ id }) => id);
};

/** For each rule, code that it finds. */
const RISKY: Record<string, string[]> = {
  program: [
    'import os\nos.system("ls")',
    'import os as o\no.popen(cmd)',
    'from os import system as s\ns(x)',
    'import subprocess\nsubprocess.run(["ls"])',
    'from subprocess import check_output\ncheck_output(cmd)',
    'import asyncio\nawait asyncio.create_subprocess_exec("ls")',
    '!ls',
    'files = !ls',
    '%%bash\nls',
    '%sx ls',
    'import os\nrun = os.system\nrun("ls")',
    'import os\ngetattr(os, "system")("ls")',
  ],
  install: ['!pip install x', '%pip install x', '!python -m pip install x', 'import pip\npip.main(["x"])'],
  network: [
    'import requests',
    'requests.get(url)',
    'from urllib.request import urlopen',
    'import socket',
    'import pandas as pd\npd.read_csv("https://example.org/a.csv")',
    'import http.client as h',
  ],
  delete: [
    'import os\nos.remove("a")',
    'from shutil import rmtree\nrmtree(d)',
    'from pathlib import Path\nPath("a").unlink()',
    'p.unlink()',
    'import os\nos.rename(a, b)',
  ],
  outside: [
    'open("/etc/passwd")',
    'open("../x.csv")',
    'import pandas as pd\npd.read_csv("~/x.csv")',
    'df.to_csv("/tmp/x.csv")',
    'from pathlib import Path\nPath("C:\\\\x").read_text()',
    'from pathlib import Path\nPath.home()',
    'import os\nos.path.expanduser(p)',
    'import glob\nglob.glob("/home/*")',
    '%cd /',
  ],
  overwrite: [
    'open("cars.csv", "w")',
    'df.to_csv("cars.csv")',
    'open("./cars.csv", mode="a")',
    'open(f"cars.csv", "w")',
    'from pathlib import Path\nPath("cars.csv").write_text("x")',
    'from pathlib import Path\nPath("cars.csv").open("w")',
    'import pathlib\npath = pathlib.Path(".") / "cars.csv"\npath.write_bytes(b"")',
    'import shutil\nshutil.copy(x, "cars.csv")',
    'import shutil\nshutil.copyfile("a.csv", dst="cars.csv")',
    'x.tofile("cars.csv")',
    'import numpy as np\nnp.savetxt("cars.csv", x)',
    'name = "cars.csv"\nopen(name, "w")',
    'import os\nopen(os.path.join(".", "cars.csv"), "r+")',
    'from urllib.request import urlretrieve\nurlretrieve(address, "/session/cars.csv")',
    'frame.write_parquet("cars.csv")',
    'import gzip\ngzip.open("cars.csv", "wb")',
    'import pandas as pd\npd.ExcelWriter("cars.csv")',
    '%%writefile cars.csv\na',
  ],
  environment: [
    'import os\nos.environ["A"]',
    'from os import environ',
    'import os\nos.getenv("A")',
    '%env A',
  ],
  dynamic: [
    'eval(text)',
    'exec("x" + y)',
    'e = eval\ne(text)',
    '__import__(name)',
    'import importlib',
    'getattr(module, name)()',
    'get_ipython().run_cell(x)',
    'globals()["ex" + "ec"]',
    '%run other.py',
  ],
  hidden: ['().__class__.__subclasses__()', '__builtins__["x"]', 'import builtins', 'from os import *'],
  unpickle: [
    'import pickle\npickle.loads(b)',
    'import pandas as pd\npd.read_pickle(f)',
    'import joblib\njoblib.load(f)',
  ],
  native: ['import ctypes', 'from ctypes import CDLL'],
  process: ['import os\nos.kill(1, 9)', 'import signal\nsignal.alarm(1)'],
  unreadable: ['rm cars.csv', 'x = (', 'pip install x'],
};

describe.each(Object.entries(RISKY))('%s', (id, sources) => {
  test.each(sources)('%s', (source) => expect(find(source)).toContain(id));
});

test('every rule has code that it finds, and its line in the documentation', async () => {
  expect(Object.keys(RISKY)).toEqual(RISK_RULES.map(({ id }) => id));
  const text = await readFile(join(ROOT_DIR, 'docs/approvals.md'), 'utf8');
  expect(RISK_RULES.filter(({ id, reason }) => !text.includes(`| \`${id}\` | ${reason} |`))).toEqual([]);
});

test.each([
  'import pandas as pd\ndf = pd.read_csv("cars.csv")\ndf.describe()',
  'df.groupby("a").agg({"b": "mean"}).plot()\nplt.savefig("plot.png")',
  'df.to_csv("result.csv", index=False)',
  'with open("notes.txt", "w") as f: f.write("x")',
  'open("cars.csv").read()',
  'df.eval("c = a + b").query("c > 1")',
  'import re\nre.compile("a/b")',
  'print("see https://example.org/a and /etc/passwd")',
  'import os\nos.path.join("a", "b")',
  'text.replace("/", "-").split("..")',
  'df["x"].replace("a", "b").rename("y")',
  'df.rename(columns={"a": "b"})',
  'getattr(df, "mean")()',
  'open("/session/cars.csv")',
  'import pandas as pd\npd.read_csv("cars.csv", index_col="a")',
  'print("read", "cars.csv")',
  'from pathlib import Path\nPath("cars.csv").read_text()',
  'from pathlib import Path\nframe.to_csv(Path("out") / "cars.csv")',
  'name = "cars.csv"\nname = "other.csv"\nopen(name, "w")',
  'import os\nos.path.getsize(os.path.join(".", "cars.csv"))',
  'archive.open("cars.csv")',
  '%matplotlib inline\n%time df.sum()',
  '%%time\ndf.sum()',
  'import json\njson.load(open("a.json"))',
  'import numpy as np\nnp.load("a.npy")',
  '# eval(x); os.system("ls")\n"exec(y)"',
])('leaves ordinary analysis alone: %s', (source) => expect(find(source)).toEqual([]));

test('imports of earlier cells hold', () => {
  expect(find('r.get(u)', ['import requests as r'])).toEqual(['network']);
  expect(find('r.get(u)', ['import requests as r', 'r = {}'])).toEqual([]);
});

test('what the rules cannot see, as the documentation admits', () => {
  expect(find('[os][0].remove("a")', ['import os'])).toEqual([]);
  expect(find('def f(g): g("a")\nmap(os.path.isfile, names)', ['import os'])).toEqual([]);
  expect(find('open(folder + "/../x", "w")')).toEqual([]);
});

/** Time that grew with the square of their length would stop the whole app for minutes. */
test('endless chains are read too', () => {
  const parts = 8_000;
  expect(find(`import os\nos.system("ls")${'.a'.repeat(parts)}`)).toContain('program');
  expect(find(`import os\nos.system("ls")${'()'.repeat(parts)}`)).toContain('program');
});

test('a path that doubles with each line is read too', () => {
  expect(find(`p = "cars.csv"\n${'p = p + p\n'.repeat(100)}open(p, "w")`)).toEqual([]);
});
