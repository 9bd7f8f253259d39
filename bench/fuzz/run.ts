/**
 * Gives changed notebooks, replies, kernel messages and texts of MCP servers to the code that reads them. Usage:
 * `npm run fuzz -- --minutes 20 --seed N [--start N]`. Writes each kind of failure into a file; ends with 1 if there is one.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TARGETS } from './targets.ts';
import { watch } from './watch.ts';

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
  },
});

const seed = Number(flags.seed);
const folder = join(tmpdir(), `actbook-fuzz-${seed}`);
const known = new Set<string>();
const counts = new Map<string, number>();

const inputs = await watch(
  { seed, minutes: Number(flags.minutes), start: Number(flags.start) },
  (finding) => {
    counts.set(finding.name, (counts.get(finding.name) ?? 0) + 1);
    const lines = finding.stack.split('\n');
    const kind = `${finding.name} ${lines.filter((line) => /^\s+at /.test(line)).slice(0, 2)} ${lines[0]?.slice(0, 40)}`;
    if (known.has(kind)) return;
    known.add(kind);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${finding.name}-${finding.index}.json`);
    writeFileSync(path, JSON.stringify(finding, null, 1));
    process.stdout.write(`${finding.name} ${finding.index}: ${lines[0]}\n  ${path}\n`);
  },
);

const names = Object.keys(TARGETS);
for (const name of names)
  process.stdout.write(
    `${name}: ${Math.round(inputs / names.length)} inputs, ${counts.get(name) ?? 0} failures\n`,
  );
process.exitCode = known.size > 0 ? 1 : 0;
