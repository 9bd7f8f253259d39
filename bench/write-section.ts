/** Puts measured figures between their markers in docs/performance.md; the words around them stay. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../docs/performance.md');

/** Throws when the page has no such section. */
export async function writeSection(name: string, text: string): Promise<void> {
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const page = await readFile(PAGE, 'utf8');
  const [head, rest] = page.split(start);
  const [, tail] = rest?.split(end) ?? [];
  if (head === undefined || tail === undefined)
    throw new Error(`docs/performance.md has no section "${name}".`);
  await writeFile(PAGE, `${head}${start}\n\n${text}\n\n${end}${tail}`);
}
