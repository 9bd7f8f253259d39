import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPaths } from '../../../../bin/check/check-paths.mjs';
import { createTempDir } from '../../../helpers/temp-dir.ts';

test('paths that documents name and that do not exist are found', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'lib/kernel'), { recursive: true });
  await mkdir(join(dir, 'docs'));
  await writeFile(join(dir, 'lib/kernel/kernel.ts'), '');
  await writeFile(
    join(dir, 'README.md'),
    [
      '`lib/kernel/kernel.ts`, `lib/kernel`, `kernel.ts` and `lib/**/x.ts` are here.',
      '`lib/gone.ts`, `gone.ts`',
    ].join('\n'),
  );
  await writeFile(join(dir, 'docs/tools.md'), 'Your `prices.py`, and `lib/gone`.');
  expect(checkPaths(dir)).toEqual([
    'README.md:2 names lib/gone.ts, which does not exist',
    'README.md:2 names gone.ts, which does not exist',
    'docs/tools.md:1 names lib/gone, which does not exist',
  ]);
});
