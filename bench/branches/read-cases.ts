/** What is tried in a branch: a library or a situation, and what the next cell has to print. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface BranchCase {
  name: string;
  /** Modules without which the case is not tried. */
  needs: string[];
  /** What `check` writes to standard output, in the branch and in its parent. */
  prints: string;
  setup: string;
  check: string;
}

const FOLDER = join(import.meta.dirname, 'cases');

/**
 * In each file: `=== NAME`, lines `needs: MODULES` and `prints: TEXT`, the cell before the branch, `---`, and the cell after it.
 * Throws where a case has another form.
 */
export async function readCases(): Promise<BranchCase[]> {
  const cases: BranchCase[] = [];
  for (const file of (await readdir(FOLDER)).sort()) {
    const text = await readFile(join(FOLDER, file), 'utf8');
    cases.push(...text.split(/^=== /m).slice(1).map(parseCase));
  }
  return cases;
}

function parseCase(text: string): BranchCase {
  const form =
    /^(?<name>.*)\n(?:needs: (?<needs>.*)\n)?prints: (?<prints>.*)\n(?<setup>[\s\S]*)\n---\n(?<check>[\s\S]*)$/;
  const { name, needs, prints, setup, check } = form.exec(text)?.groups ?? {};
  if (!name || prints === undefined || !setup || !check) throw new Error(`Not a case: ${text.slice(0, 60)}`);
  return { name, needs: needs ? needs.split(' ') : [], prints, setup, check };
}
