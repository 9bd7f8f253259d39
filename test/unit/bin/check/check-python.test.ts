/** Plants one fault at a time in a Python file: a check that sees nothing is worse than none. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTempDir } from '../../../helpers/temp-dir.ts';

const root = join(import.meta.dirname, '../../../..');

/** Runs a tool as `npm run check` does, on one file. */
async function check(tool: string, args: string[], source: string) {
  const file = join(await createTempDir(), 'planted.py');
  await writeFile(file, source);
  const script = `import { runPythonTool } from ${JSON.stringify(join(root, 'bin/setup/python-tools.mjs'))};
process.exitCode = runPythonTool(${JSON.stringify(root)}, ...${JSON.stringify([tool, [...args, file]])});`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  return { isRefused: status !== 0, stdout };
}

test.each([
  ['ruff', ['format', '--check'], 'x = 1\n', "x = '1'\n", 'planted.py'],
  ['ruff', ['check'], 'import os\n\nos.getcwd()\n', 'import os\n', 'F401'],
  [
    'mypy',
    [],
    'def f(x: int) -> int:\n    return x\n',
    'def f(x: int) -> str:\n    return x\n',
    'return-value',
  ],
  ['mypy', [], 'x: int = 1\n', 'def f(x):\n    return x\n', 'no-untyped-def'],
])('%s %j passes good code and refuses bad', async (tool, args, good, bad, named) => {
  expect(await check(tool, args, good)).toMatchObject({ isRefused: false });
  const refused = await check(tool, args, bad);
  expect(refused.isRefused).toBe(true);
  expect(refused.stdout).toContain(named);
});

test('a kernel test that fails fails pytest, and so does a run without tests', async () => {
  expect(await check('pytest', ['-q'], 'def test_x() -> None:\n    assert True\n')).toMatchObject({
    isRefused: false,
  });
  expect(await check('pytest', ['-q'], 'def test_x() -> None:\n    assert False\n')).toMatchObject({
    isRefused: true,
  });
  expect(await check('pytest', ['-q'], 'x = 1\n')).toMatchObject({ isRefused: true });
});
