/**
 * Scores verification on notebooks whose verdicts are known: right verdicts per cell, planted faults found, and cells that
 * are called the same and are not; the time beside that of the notebook's own run, and until the first cell can be judged.
 * Notebooks that others have published have a score of their own, and no other tool is asked about them.
 * Usage: `node bench/proof/run.ts [--only WORDS] [--cases FILE] [--peers] [--rounds N] [--write]`. `--cases` takes the notebooks
 * of a file in place of all others, one JSON object a line, and verifies in sandboxes. `--peers` asks nbval, and papermill with
 * nbdime, too; `--write` puts their table into docs/performance.md. Ends with 1 when a cell is called the same and is not.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type NotebookFile, readSource } from '../../lib/notebook/notebook-file.ts';
import type { CellVerification } from '../../lib/protocol/verification/verification.ts';
import { describeMachine } from '../describe-machine.ts';
import { median } from '../figures.ts';
import { writeSection } from '../write-section.ts';
import type { ProofCase } from './case.ts';
import { AS_MADE } from './cases/as-made.ts';
import { PLANTED } from './cases/planted.ts';
import { PLANTED_LATER } from './cases/planted-later.ts';
import { PUBLISHED } from './cases/published.ts';
import { VARYING } from './cases/varying.ts';
import { createPeers } from './peers.ts';
import { type Round, toMarkdown, toPercent } from './report.ts';
import { addEqualities, addVerdicts, isCommon, NO_SCORE, type Score } from './score.ts';
import { createWorkbench } from './workbench.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    cases: { type: 'string' },
    peers: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
/** Times that the first verdict is measured. */
const FIRST_VERDICTS = 3;
const OWN = 'Actbook';
console.debug = () => {};

const startedAt = new Date();
const workbench = await createWorkbench();
const peers = flags.peers ? await createPeers() : [];
const all =
  flags.cases === undefined
    ? [...AS_MADE, ...VARYING, ...PLANTED, ...PLANTED_LATER, ...PUBLISHED]
    : readCases(flags.cases);
const cases = all.filter(({ name }) => name.includes(flags.only));
const scores = { made: NO_SCORE, published: NO_SCORE };
const rounds: Round[] = [];
/** Of notebooks that reproduce in one clean run, over their own run. */
const ratios: number[] = [];
let [verifiedMs, ranMs] = [0, 0];

for (let number = 1; number <= Number(flags.rounds); number += 1) {
  const round: Round = { scores: new Map(), times: new Map() };
  rounds.push(round);
  for (const [place, proof] of cases.entries()) await measure(proof, round, place + number);
}
const firsts: number[] = [];
for (let time = 0; flags.only === '' && !flags.cases && time < FIRST_VERDICTS; time += 1)
  firsts.push((await workbench.verifyReady('print(6 * 7)')).firstMs);
await Promise.all([workbench.dispose(), ...peers.map((peer) => peer.dispose())]);

const first =
  firsts.length > 0 ? `${Math.round(median(firsts))} ms (${firsts.map(Math.round).join(', ')})` : '–';
const over = `${(verifiedMs / ranMs).toFixed(2)} in all, ${median(ratios).toFixed(2)} in the median, ${ratios.length} runs`;
console.log(`
${cases.length} notebooks
made for this purpose: ${toSummary(scores.made)}
published by others:   ${toSummary(scores.published)}
planted faults    ${scores.made.found} of ${scores.made.faults} found (${toPercent(scores.made.found, scores.made.faults)})
verifying over the run itself, where it reproduces   ${ratios.length > 0 ? over : '–'}
until the first cell can be judged, in a ready box   ${first}`);
if (flags.peers) {
  const common = cases.filter(isForPeers).length;
  const table = toMarkdown(rounds);
  const machine = describeMachine(startedAt, `${flags.rounds} × ${common} notebooks`);
  const text = `${machine} In brackets the ratio to Actbook within a round.\n\n${table}`;
  console.log(`\n${text}`);
  if (flags.write) await writeSection('proof', text);
}
process.exitCode = scores.made.wrongSame + scores.published.wrongSame === 0 ? 0 : 1;

function toSummary({ cells, right, wrongSame }: Score): string {
  return `${right} of ${cells} cells right (${toPercent(right, cells)}), wrong “same” ${wrongSame}`;
}

function isForPeers(proof: ProofCase): boolean {
  return proof.published === undefined && isCommon(proof);
}

/** `turn`: who goes first. */
async function measure(proof: ProofCase, round: Round, turn: number): Promise<void> {
  const notebook = await workbench.make(proof);
  const folder = peers.length > 0 && isForPeers(proof) ? await workbench.write(proof, notebook) : null;
  const tools = [
    async () => {
      const { verification, ms } = await workbench.verify(proof, notebook);
      const { cells, outcome, runs } = verification;
      if (cells.length !== proof.cells.length)
        throw new Error(`${proof.name} has ${cells.length} cells, and ${proof.cells.length} labels.`);
      const kind = proof.published === undefined ? 'made' : 'published';
      scores[kind] = addVerdicts(
        scores[kind],
        proof,
        cells.map(({ verdict }) => verdict),
      );
      tell(proof, notebook, cells);
      if (folder) note(OWN, { same: cells.map(({ verdict }) => verdict === 'same'), ms });
      // In a box, more than the code is another.
      if (outcome === 'reproduced' && runs === 1 && !proof.isBoxed) {
        const ownMs = await workbench.run(proof, notebook);
        verifiedMs += ms;
        ranMs += ownMs;
        ratios.push(ms / ownMs);
      }
    },
    ...peers.map((peer) => async () => {
      if (folder) note(peer.name, await peer.verify(folder));
    }),
  ];
  const names = [OWN, ...peers.map(({ name }) => name)];
  for (const name of names) {
    if (!round.scores.has(name)) round.scores.set(name, NO_SCORE);
  }
  const start = turn % tools.length;
  for (const ask of [...tools.slice(start), ...tools.slice(0, start)]) await ask();

  function note(name: string, { same, ms }: { same: boolean[]; ms: number }): void {
    round.scores.set(name, addEqualities(round.scores.get(name) ?? NO_SCORE, proof, same));
    round.times.set(name, [...(round.times.get(name) ?? []), ms]);
  }
}

function readCases(file: string): ProofCase[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line): ProofCase => ({ ...JSON.parse(line), isBoxed: true }));
}

function tell(
  { name, cells: expected }: ProofCase,
  notebook: NotebookFile,
  cells: readonly CellVerification[],
): void {
  const sources = new Map(notebook.cells.map((cell) => [cell.id, readSource(cell)]));
  const wrong = expected.flatMap(({ label }, index) => {
    const { cellId, verdict, reason, differences = [] } = cells[index] ?? {};
    const why = [reason, differences[0]?.text].filter(Boolean).join('; ');
    return verdict === label
      ? []
      : [`  ${label} expected, ${verdict}: ${JSON.stringify(sources.get(cellId))} (${why})`];
  });
  console.log(`${wrong.length === 0 ? 'right' : 'WRONG'}  ${name}`);
  for (const line of wrong) console.log(line);
}
