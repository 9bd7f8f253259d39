import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTokens } from '../../bin/check/check-tokens.mjs';
import { createTempDir } from '../helpers/temp-dir.ts';

test('colours and sizes of text beside the tokens are found', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'app'));
  await writeFile(join(dir, 'app/tokens.css'), ':root { --ink: #111; --text-md: 1rem; }');
  await writeFile(
    join(dir, 'app/a.css'),
    [
      'a { color: var(--ink); font-size: var(--text-md); white-space: pre; }',
      'b { color: #123; }',
      'c { background: rgb(0 0 0 / 5%); }',
      'd { border: 1px solid black; }',
      'e { font-size: 13px; }',
      'f { font-size: 0.9em; background: color-mix(in srgb, var(--ink) 5%, transparent); }',
      '#abc-panel { font-size: inherit; }',
    ].join('\n'),
  );
  expect(checkTokens(dir)).toEqual([
    'app/a.css:2 names a colour: give it a token in app/tokens.css',
    'app/a.css:3 names a colour: give it a token in app/tokens.css',
    'app/a.css:4 names a colour: give it a token in app/tokens.css',
    'app/a.css:5 sets a size of text that is no token of app/tokens.css',
  ]);
});
