import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPythonCycles } from '../../../../bin/check/check-python-cycles.mjs';
import { createTempDir } from '../../../helpers/temp-dir.ts';

async function check(files: Record<string, string>): Promise<string[]> {
  const dir = await createTempDir();
  for (const [name, text] of Object.entries(files)) {
    const path = join(dir, 'kernels', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return checkPythonCycles(dir);
}

const circle = ['Import cycle: kernels/p/a.py -> kernels/p/b.py -> kernels/p/a.py'];

test.each([
  ['plain', 'from .a import x'],
  ['lazy', 'def f():\n    from .a import x'],
  ['for types', 'if TYPE_CHECKING:\n    from .a import (\n        X,  # a type\n        Y,\n    )'],
  ['of the module', 'from . import c, a as other'],
  ['of the package above', 'from ..p import a'],
])('an import that closes a circle is found: %s', async (_kind, text) => {
  expect(await check({ 'p/a.py': 'from .b import y', 'p/b.py': text, 'p/c.py': '' })).toEqual(circle);
});

test('modules of one folder that have no package are found, and texts are not read', async () => {
  const files = { 'a.py': 'import os, b', 'b.py': 'import json\nimport a as first' };
  expect(await check(files)).toEqual(['Import cycle: kernels/a.py -> kernels/b.py -> kernels/a.py']);
  expect(await check({ 'a.py': 'import b', 'b.py': '"""\nimport a\n"""\nimport json' })).toEqual([]);
});
