import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLinks } from '../../../../bin/check/check-links.mjs';
import { createTempDir } from '../../../helpers/temp-dir.ts';

test('broken links, missing anchors and orphan pages are found', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'docs'));
  await writeFile(
    join(dir, 'README.md'),
    [
      '# Start',
      '[a](docs/a.md#set-up-1) [top](#start) [web](https://example.org/x.md) <img src="docs/none.png">',
      '`[code](nowhere.md)`',
      '```md',
      '[fenced](nowhere.md)',
      '```',
      '[gone](docs/gone.md)',
    ].join('\n'),
  );
  await writeFile(
    join(dir, 'docs/a.md'),
    '# Set up\n## Set-up\n## Set up\n[back](../README.md#end) [b](./b.md#whats-new-b)',
  );
  await writeFile(join(dir, 'docs/b.md'), "## What's new: [`b`](a.md)");
  await writeFile(join(dir, 'docs/orphan.md'), '[a](a.md)');
  expect(checkLinks(dir)).toEqual([
    'README.md:2 links to docs/none.png, which does not exist',
    'README.md:7 links to docs/gone.md, which does not exist',
    'docs/a.md:4 links to ../README.md#end, but README.md has no heading #end',
    'docs/orphan.md cannot be reached from README.md: link to it',
  ]);
});

test('links are read in every form', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'docs/more'), { recursive: true });
  const [good, broken] = ['a(1).md', 'none(1).md'].map((name) => [
    `[a](/docs/${name})`,
    `[b](docs/${name} "Title (of it)") [c](docs/${name} 'Title')`,
    `[d][e]\n\n[e]: docs/${name} "Title"`,
    `<a href='docs/${name}'>f</a> <img SRC = "docs/${name}">`,
    `[g](<docs/${name}>)`,
    `[h]( docs/${name} ) ([i](docs/${name}))`,
    `[j]: </docs/${name}#start>`,
  ]);
  await writeFile(
    join(dir, 'README.md'),
    [...(good ?? []), '[^1]: A footnote.', '[w](//example.org/x)'].join('\n'),
  );
  await writeFile(join(dir, 'docs/a(1).md'), '# Start\n[b](/docs/b.md)');
  await writeFile(join(dir, 'docs/b.md'), '[c]: <more/with a space.md>');
  await writeFile(join(dir, 'docs/more/with a space.md'), '');
  expect(checkLinks(dir)).toEqual([]);
  await writeFile(join(dir, 'CHANGES.md'), (broken ?? []).join('\n'));
  expect(checkLinks(dir)).toEqual([
    'CHANGES.md:1 links to /docs/none(1).md, which does not exist',
    'CHANGES.md:2 links to docs/none(1).md, which does not exist',
    'CHANGES.md:2 links to docs/none(1).md, which does not exist',
    'CHANGES.md:5 links to docs/none(1).md, which does not exist',
    'CHANGES.md:6 links to docs/none(1).md, which does not exist',
    'CHANGES.md:6 links to docs/none(1).md, which does not exist',
    'CHANGES.md:7 links to docs/none(1).md, which does not exist',
    'CHANGES.md:8 links to docs/none(1).md, which does not exist',
    'CHANGES.md:8 links to docs/none(1).md, which does not exist',
    'CHANGES.md:9 links to /docs/none(1).md#start, which does not exist',
  ]);
});
