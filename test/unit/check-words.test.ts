import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkWords } from '../../bin/check/check-words.mjs';
import WORDS from '../../bin/check/words.json' with { type: 'json' };
import { createTempDir } from '../helpers/temp-dir.ts';

const ROWS = WORDS.map(({ avoid, write }) => `| ${avoid} | ${write} |`);

test('words to avoid are found with what to write instead', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'docs'));
  await writeFile(join(dir, 'AGENTS.md'), ROWS.join('\n'));
  await writeFile(
    join(dir, 'docs/a.md'),
    ['There is no file; it is no longer here.', 'It is read anew.', 'A list is no table of colours.'].join(
      '\n',
    ),
  );
  await mkdir(join(dir, 'lib'));
  await writeFile(join(dir, 'lib/a.ts'), '/** Goes on for ever. */\nexport const colour = 1;');
  expect(checkWords(dir)).toEqual([
    'docs/a.md:2 has “anew”: write “again”',
    'docs/a.md:3 has “is no table”: write “is not an X”',
    'docs/a.md:3 has “colours”: write “American spelling: color, summarize, behavior, center, license”',
    'lib/a.ts:1 has “Goes on”: write “continues”',
    'lib/a.ts:1 has “for ever”: write “forever”',
    'lib/a.ts:2 has “colour”: write “American spelling: color, summarize, behavior, center, license”',
  ]);
});

test('a row that AGENTS.md does not quote is named', async () => {
  const dir = await createTempDir();
  await writeFile(join(dir, 'AGENTS.md'), ROWS.slice(1).join('\n'));
  expect(checkWords(dir)).toEqual([`AGENTS.md lacks a row of bin/check/words.json: ${ROWS[0]}`]);
});
