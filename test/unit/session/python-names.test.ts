import { expect, test } from 'vitest';
import { readPythonNames } from '../../../lib/session/stale/name-uses.ts';

const list = (names: ReadonlySet<string>) => [...names].sort().join(' ');

test.each([
  ['x = 1', '', 'x'],
  ['y = x + 1', 'x', 'y'],
  ['x = x + 1', 'x', 'x'],
  ['x += 1', 'x', 'x'],
  ['a, (b, *c) = d', 'd', 'a b c'],
  ['a = b = c', 'c', 'a b'],
  ['t: int = 5', '', 't'],
  ['df["a"] = 1', 'df', 'df'],
  ['df.loc[i].x = v', 'df i v', 'df'],
  ['import os, sys.path as p, a.b', '', 'a os p'],
  ['from m import (c as d, e)', '', 'd e'],
  ['for i, j in rows:\n  total += i', 'rows total', 'i j total'],
  ['[u for u in rows if u > t]', 'rows t', ''],
  ['{k: v for k, v in d.items()}', 'd', ''],
  ['with open(p) as fh: pass', 'open p', 'fh'],
  ['try:\n  f()\nexcept E as err:\n  pass', 'E f', 'err'],
  ['(m := n)', 'n', 'm'],
  ['del r, s[0]', 'r s', 'r s'],
  ['f(key=value, *rest)', 'f rest value', ''],
  ['f"{q!r:>{width}} {x}"', 'q width x', ''],
  ['def f(a, b=c):\n  z = a\n  return z + out', 'c out', 'f'],
  ['def f():\n  return later\nlater = 1', '', 'f later'],
  ['def f():\n  global G\n  G = 1', '', 'G f'],
  ['def f(df):\n  df["a"] = 1', '', 'f'],
  ['def f():\n  use(x)\n  x = 1', 'use', 'f'],
  ['lambda p: p + out', 'out', ''],
  ['class K(Base):\n  a = b\n  def m(self): return c', 'Base b c', 'K'],
  ['match cmd:\n  case Point(x=0, y=yy): print(yy)', 'Point cmd print', 'yy'],
  ['df = load()\nfiltered = df[df.v > threshold]', 'load threshold', 'df filtered'],
  ['%time x = f(y)', 'f y', 'x'],
  ['files = !ls\n!rm x', '', 'files'],
  ['größe = !ls', '', 'größe'],
  ['%%time\nx = y', 'y', 'x'],
  ['%%bash\nx = y', '', ''],
  ['x = (', '', 'x'],
])('%s', (source, reads, defines) => {
  const names = readPythonNames(source);
  expect([list(names.reads), list(names.defines)]).toEqual([reads, defines]);
});

/** Work that doubled with every level would hold up the app and the page forever. */
test('functions within functions and long imports are read too', () => {
  expect(readPythonNames(`${'lambda x: '.repeat(40)}y`).reads).toEqual(new Set(['y']));
  expect(readPythonNames(`import ${'a,'.repeat(20_000)}b.c as d`).defines).toEqual(new Set(['a', 'd']));
});
