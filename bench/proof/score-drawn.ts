/**
 * Scores verdicts on outputs that random numbers made: those that vary, and those in which something else has changed as well.
 * The outputs come from a Python program with a seed, drawn.py by default. Usage: `npm run bench:verdicts [PROGRAM]`.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readConfig } from '../../lib/config/config.ts';
import type { MimeBundle, Output } from '../../lib/notebook/output.ts';
import type { CellVerdict } from '../../lib/protocol/verification/verification.ts';
import { type CleanCell, judgeCell, needsAnotherRun } from '../../lib/verify/judge-cell.ts';

/** What the notebook shows, then what each clean run shows. */
type Case = [MimeBundle, ...MimeBundle[]];

const MAX_BYTES = 256 * 1024 ** 2;
const CONTEXT = { from: 0, to: 1, elapsedMs: 1, readsClock: false, folder: '/session' };

const { python } = readConfig({ ...process.env });
const [program = join(import.meta.dirname, 'drawn.py')] = process.argv.slice(2);
const text = execFileSync(python, [program], { maxBuffer: MAX_BYTES });
const drawn: Record<'varies' | 'differs', Record<string, Case[]>> = JSON.parse(text.toString());
for (const label of ['varies', 'differs'] as const) {
  let [right, all] = [0, 0];
  for (const [name, cases] of Object.entries(drawn[label])) {
    const verdicts = cases.map(judge);
    const wrong = verdicts.filter((verdict) => verdict !== label);
    right += verdicts.length - wrong.length;
    all += verdicts.length;
    const others = [...new Set(wrong)].map((each) => `${wrong.filter((it) => it === each).length} ${each}`);
    console.log(`${label.padEnd(8)} ${name.padEnd(30)} ${others.join(', ') || '–'}`);
  }
  console.log(`${label.padEnd(8)} right ${right} of ${all} (${((100 * right) / all).toFixed(1)} %)\n`);
}

/** With as many clean runs as verification would make. */
function judge([notebook, ...shown]: Case): CellVerdict {
  const runs: CleanCell[] = [];
  let verdict: CellVerdict = 'same';
  for (const bundle of shown) {
    runs.push({ outputs: toOutputs(bundle), notRun: null, isCut: false, context: CONTEXT });
    const judged = {
      notebook: toOutputs(notebook),
      wasRun: true,
      source: '',
      ownSource: '',
      runs,
      hidden: null,
    };
    verdict = judgeCell(judged).verdict;
    const { isNeeded, mayBeChance } = needsAnotherRun(judged);
    if (!isNeeded && !mayBeChance) break;
  }
  return verdict;
}

function toOutputs(data: MimeBundle): Output[] {
  return [{ output_type: 'execute_result', data, metadata: {}, execution_count: 1 }];
}
