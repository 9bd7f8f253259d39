import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkWords } from '../../../../bin/check/check-words.mjs';
import WORDS from '../../../../bin/check/words.json' with { type: 'json' };
import { createTempDir } from '../../../helpers/temp-dir.ts';

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

test('words are found across the end of a line, and in what the page and the examples contain', async () => {
  const dir = await createTempDir();
  await writeFile(join(dir, 'AGENTS.md'), ROWS.join('\n'));
  for (const folder of ['docs', 'lib', 'kernels', 'public/frame', 'examples'])
    await mkdir(join(dir, folder), { recursive: true });
  await writeFile(join(dir, 'docs/a.md'), 'One.\nIt is\nno list. There\nis no file.\n> It is\n> no quote.');
  await writeFile(join(dir, 'docs/b.md'), 'What it is\n\nNo list. It is no\nlonger here.');
  await writeFile(
    join(dir, 'lib/a.ts'),
    "/**\n * A run that goes\n * on.\n */\nexport const a = 'a run goes ' +\n  'on';",
  );
  await writeFile(join(dir, 'kernels/a.py'), "# For\r\n# ever.\nA = ('for '\n     'ever')");
  await writeFile(join(dir, 'public/frame/a.js'), "show('The run goes on');");
  await writeFile(join(dir, 'public/frame/a.html'), '<p>For\n  ever</p>');
  await writeFile(join(dir, 'examples/a.ts'), '// Runs anew');
  expect(checkWords(dir)).toEqual([
    'docs/a.md:2 has “is no list”: write “is not an X”',
    'docs/a.md:5 has “is no quote”: write “is not an X”',
    'examples/a.ts:1 has “anew”: write “again”',
    'kernels/a.py:1 has “For ever”: write “forever”',
    'kernels/a.py:3 has “for ever”: write “forever”',
    'lib/a.ts:2 has “goes on”: write “continues”',
    'lib/a.ts:5 has “goes on”: write “continues”',
    'public/frame/a.html:1 has “For ever”: write “forever”',
    'public/frame/a.js:1 has “goes on”: write “continues”',
  ]);
});

test('a row that AGENTS.md does not quote is named', async () => {
  const dir = await createTempDir();
  await writeFile(join(dir, 'AGENTS.md'), ROWS.slice(1).join('\n'));
  expect(checkWords(dir)).toEqual([`AGENTS.md lacks a row of bin/check/words.json: ${ROWS[0]}`]);
});
