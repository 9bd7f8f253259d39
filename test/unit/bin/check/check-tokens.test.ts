import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTokens } from '../../../../bin/check/check-tokens.mjs';
import { createTempDir } from '../../../helpers/temp-dir.ts';

test('colors and sizes of text beside the tokens are found', async () => {
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
    'app/a.css:2 names a color: give it a token in app/tokens.css',
    'app/a.css:3 names a color: give it a token in app/tokens.css',
    'app/a.css:4 names a color: give it a token in app/tokens.css',
    'app/a.css:5 sets a text size that is not a token of app/tokens.css',
  ]);
});

test('buttons and fields are reset once', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'app'));
  await writeFile(join(dir, 'app/tokens.css'), '');
  await writeFile(join(dir, 'app/globals.css'), ':where(button) { font: inherit; }');
  await writeFile(
    join(dir, 'app/a.css'),
    'a { font: inherit; }\nb { font-size: inherit; }\nc { all: unset; }',
  );
  expect(checkTokens(dir)).toEqual([
    'app/a.css:1 resets a button or field: app/globals.css does that for all of them',
    'app/a.css:3 resets a button or field: app/globals.css does that for all of them',
  ]);
});

test('layers, control heights and breakpoints beside the tokens are found', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'app'));
  await writeFile(join(dir, 'app/tokens.css'), ':root { --control-height: 2rem; --breakpoint-wide: 76rem; }');
  await writeFile(
    join(dir, 'app/a.css'),
    [
      'a { z-index: var(--layer-raised); height: var(--control-height); margin: 1.2rem; }',
      'b { z-index: 7; }',
      'c { min-height: 2rem; }',
      '@media (width >= 76rem) { d { z-index: auto; } }',
      '@media (width < 75rem) {}',
    ].join('\n'),
  );
  await writeFile(join(dir, 'app/b.ts'), "export const isWide = matchMedia('(width >= 70rem)').matches;");
  expect(checkTokens(dir)).toEqual([
    'app/a.css:2 sets a layer that is not a token of app/tokens.css',
    'app/a.css:3 writes 2rem: use --control-height or --space-6',
    'app/a.css:5 asks for a width of 75rem, which is not a breakpoint of app/tokens.css',
    'app/b.ts:1 asks for a width of 70rem, which is not a breakpoint of app/tokens.css',
  ]);
});

test('widths are read in every form of a query', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'app'));
  await writeFile(
    join(dir, 'app/tokens.css'),
    ':root { --breakpoint-phone: 30rem; --breakpoint-wide: 76rem; }',
  );
  const queries = [
    '(min-width: 1rem)',
    '(max-width:1rem)',
    '(1rem <= width)',
    '( 1rem > width )',
    'screen and (min-width: 1rem)',
    '(MIN-DEVICE-WIDTH: 1rem)',
    '(width: 1rem)',
    '(width = 1rem)',
    '(inline-size < 1rem)',
  ];
  const write = (file: string, width: string) =>
    writeFile(
      join(dir, file),
      queries
        .map(
          (query) =>
            `@media ${query.replace('1rem', width)} { a { width: 41rem; max-width: calc(9% + var(--a)); } }`,
        )
        .join('\n'),
    );
  await write('app/a.css', '30rem');
  expect(checkTokens(dir)).toEqual([]);
  for (const width of ['30.5rem', '480px', 'calc(30rem + 1px)']) {
    await write('app/a.css', width);
    expect(checkTokens(dir)).toEqual(
      queries.map(
        (_, index) =>
          `app/a.css:${index + 1} asks for a width of ${width}, which is not a breakpoint of app/tokens.css`,
      ),
    );
  }
  await write('app/a.css', '30rem');
  await writeFile(
    join(dir, 'app/b.ts'),
    "matchMedia('(min-width: 41rem)');\nmatchMedia('(30rem <= width <= 75rem)');\nmatchMedia('(30rem <= width < 76rem)');",
  );
  expect(checkTokens(dir)).toEqual([
    'app/b.ts:1 asks for a width of 41rem, which is not a breakpoint of app/tokens.css',
    'app/b.ts:2 asks for a width of 75rem, which is not a breakpoint of app/tokens.css',
  ]);
});
