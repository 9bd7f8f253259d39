/**
 * Measures the prompts of a fifty-step run beside keeping everything: `node bench/context/run.ts [--write]`. The replies
 * are scripted, code and outputs are real. `--write` puts the figures into docs/performance.md and the run's compactions
 * into docs/transcripts/compaction.md.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTestProvider } from '../../test/helpers/kernel/kernel-provider.ts';
import { writeSection } from '../write-section.ts';
import { toFigures, toTable } from './report.ts';
import { runAnalysis } from './run-analysis.ts';
import { toCurve } from './to-curve.ts';
import { toTranscript } from './to-transcript.ts';

const { values: flags } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const provider = await createTestProvider();
try {
  const analysis = await runAnalysis({ provider });
  const table = toTable(toFigures(analysis));
  process.stdout.write(`${table}\n`);
  if (flags.write) {
    const docs = join(import.meta.dirname, '../../docs');
    await writeSection('context', `${table}\n\n![Tokens of each prompt](transcripts/compaction.svg)`);
    await writeFile(join(docs, 'transcripts/compaction.svg'), toCurve(analysis.prompts));
    await writeFile(join(docs, 'transcripts/compaction.md'), toTranscript(analysis, table));
  }
} finally {
  await provider.dispose();
}
