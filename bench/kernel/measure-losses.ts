/** What it costs to tell of lost rows, beside pandas alone, as a table. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Of each operation: the shortest time counts. */
const ROUNDS = 15;

export async function measureLosses(python: string, rootDir: string): Promise<string> {
  const script = join(import.meta.dirname, 'losses.py');
  const { stdout } = await promisify(execFile)(python, [script, join(rootDir, 'kernels'), String(ROUNDS)]);
  const found: Record<string, [plain: number, watched: number]> = JSON.parse(stdout);
  const rows = Object.entries(found).map(
    ([name, [plain, watched]]) =>
      `| ${name} | ${plain.toFixed(2)} | ${watched.toFixed(2)} | ×${(watched / plain).toFixed(2)} |`,
  );
  return ['| Telling lost rows | pandas, ms | Actbook, ms | |', '| --- | --: | --: | --: |', ...rows].join(
    '\n',
  );
}
