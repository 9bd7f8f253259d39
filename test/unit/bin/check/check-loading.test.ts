import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLoading } from '../../../../bin/check/check-loading.mjs';
import { createTempDir } from '../../../helpers/temp-dir.ts';

test('parts of the page that are loaded otherwise than by createLate are found', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'components'));
  await writeFile(
    join(dir, 'components/a.tsx'),
    `const A = createLate(async () => (await import('./x.tsx')).A);
const B = dynamic(() => import('./x.tsx').then((module) => module.B));
const C = lazy(() => import('./x.tsx'));
`,
  );
  expect(checkLoading(dir)).toEqual([
    expect.stringMatching(/^components\/a\.tsx:2 loads a part/),
    expect.stringMatching(/^components\/a\.tsx:3 loads a part/),
  ]);
});
