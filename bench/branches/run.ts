/**
 * Measures branches of live kernels: what one costs beside a rebuild and dill, what many leave behind, and which libraries and
 * situations work in one; and what it costs to keep what a kernel was before each cell. Usage: `node bench/branches/run.ts [--cases WORD]
 * [--only cases|costs|checkpoints] [--sandbox off] [--write]`; `--write` puts the tables into docs/performance.md. Libraries that the kernels' Python lacks are reported as not installed; `requirements.txt`
 * says how to have them.
 */
import { parseArgs } from 'node:util';
import { defaultBoxLimits, readMachineMemory } from '../../lib/kernel/box/box-limits.ts';
import { createTestProvider } from '../../test/helpers/kernel/kernel-provider.ts';
import { describeMachine } from '../describe-machine.ts';
import { toNumber } from '../figures.ts';
import { writeSection } from '../write-section.ts';
import { type CheckpointCost, measureCheckpoints } from './measure-checkpoints.ts';
import { type Left, measureDill, measureKills, measureMany, measureWays, type Way } from './measure-forks.ts';
import { readCases } from './read-cases.ts';
import { type Outcome, tryCase } from './try-case.ts';

const BRANCHES = 50;
const FRAME_GIGABYTES = [0.1, 1, 4];
/** A frame of 4 GB does not fit the limits that boxes have otherwise. */
const ROOM = { processMemoryBytes: 8 * 1024 ** 3, memoryBytes: 10 * 1024 ** 3 };
const MEGABYTE = 1024 ** 2;

const { values: flags } = parseArgs({
  options: {
    cases: { type: 'string', default: '' },
    only: { type: 'string' },
    sandbox: { type: 'string', default: 'on' },
    write: { type: 'boolean', default: false },
  },
});
// The package tells every connection to the console.
console.debug = () => {};

const startedAt = new Date();
const test = await createTestProvider({ sandbox: flags.sandbox === 'off' ? 'off' : 'on' });
try {
  if (flags.only !== 'cases' && flags.only !== 'costs')
    await tell('checkpoints', toCheckpointTable(await measureSizes()));
  const parts: string[] = [];
  if (flags.only === undefined || flags.only === 'costs') parts.push(await measureCosts());
  if (flags.only === undefined || flags.only === 'cases') parts.push(await tryCases());
  if (parts.length > 0) await tell('branches', parts.join('\n\n'));
} finally {
  await test.dispose();
}
process.exit(0);

async function tell(section: string, figures: string): Promise<void> {
  const text = `${describeMachine(startedAt, `sandbox ${flags.sandbox}`)}\n\n${figures}`;
  process.stdout.write(`${text}\n`);
  if (flags.write) await writeSection(section, text);
}

async function measureSizes(): Promise<CheckpointCost[]> {
  const limits = { ...defaultBoxLimits(readMachineMemory()), ...ROOM };
  const roomy = await createTestProvider({ sandbox: flags.sandbox === 'off' ? 'off' : 'on', limits });
  const costs: CheckpointCost[] = [];
  try {
    for (const gigabytes of FRAME_GIGABYTES) costs.push(await measureCheckpoints(roomy, gigabytes));
  } finally {
    await roomy.dispose();
  }
  return costs;
}

function toCheckpointTable(costs: readonly CheckpointCost[]): string {
  const rows = costs.map(
    ({ gigabytes, withoutMs, withMs, differenceMs, wokenMs, off }) =>
      `| ${gigabytes} GB | ${toNumber(withoutMs)} | ${toNumber(withMs)} | ${toNumber(differenceMs)} | ${toNumber(wokenMs)} | ${off ?? 'no'} |`,
  );
  return [
    '| Frame | cell without, ms | cell with, ms | difference, ms | back to `1+1`, ms | given up |',
    '| --- | --: | --: | --: | --: | --- |',
    ...rows,
  ].join('\n');
}

async function measureCosts(): Promise<string> {
  const ways = await measureWays(test);
  // Its dump of 1 GB failed in a box when this was written; why was not found.
  const unboxed = await createTestProvider({ sandbox: 'off' });
  const dill = await measureDill(unboxed).finally(() => unboxed.dispose());
  const left = await measureMany(test, BRANCHES);
  const kills = await measureKills(test);
  return [toWaysTable(dill ? [...ways, dill] : ways), toSentences(left, kills)].join('\n\n');
}

async function tryCases(): Promise<string> {
  const outcomes: Outcome[] = [];
  for (const each of (await readCases()).filter(({ name }) => name.includes(flags.cases))) {
    const outcome = await tryCase(test, each).catch(
      (error: unknown): Outcome => ({ name: each.name, result: 'wrong', detail: String(error) }),
    );
    outcomes.push(outcome);
    process.stderr.write(`${outcome.name}: ${outcome.result} ${outcome.detail}\n`);
  }
  const count = (result: Outcome['result']) => outcomes.filter((each) => each.result === result).length;
  const rows = outcomes.map(
    ({ name, result, detail }) => `| ${name} | ${result} | ${detail.replaceAll('|', '\\|')} |`,
  );
  return [
    `${count('works')} work, ${count('refused')} are refused, ${count('wrong')} are wrong, ${count('not installed')} are not installed, ${count('not tried')} not tried, as the cell before fails.`,
    ['| Case | | |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

function toWaysTable(ways: readonly Way[]): string {
  const [first] = ways;
  const rows = ways.map(
    ({ way, ms, memoryBytes, diskBytes, lost }) =>
      `| ${way} | ${toNumber(ms)} (×${toNumber(ms / (first?.ms ?? Number.NaN))}) | ${toNumber(memoryBytes / MEGABYTE)} | ${toNumber(diskBytes / MEGABYTE)} | ${lost || 'nothing'} |`,
  );
  return [
    '| A notebook with 1 GB | to `1+1`, ms | memory, MB | disk, MB | lost |',
    '| --- | --: | --: | --: | --- |',
    ...rows,
  ].join('\n');
}

function toSentences(left: Left, kills: readonly string[]): string {
  return `Descriptors, threads, and resident MB of the parent before ${BRANCHES} branches: ${left.before}; after: ${left.after}. Outputs of ${left.mixed} were mixed. After \`kill -9\` of the branch, its parent printed ${kills[0]} for 7; after that of the parent, the branch ${kills[1]}.`;
}
