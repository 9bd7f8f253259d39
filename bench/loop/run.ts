/**
 * Measures what the agent's loop itself costs, beside smolagents' CodeAgent and LlamaIndex's CodeActAgent: the wall time of a
 * run but for what the model server and the code took. All read the same replies from the same server, in one run of this
 * program, each subject once a round. Usage: `node bench/loop/run.ts [--rounds N] [--write]`; `--write` puts the table
 * into docs/performance.md. The first use installs the peers into `.setup/bench-loop`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { describeMachine } from '../describe-machine.ts';
import { openPeerPython } from '../peer-python.ts';
import { writeSection } from '../write-section.ts';
import { createKernelAlone } from './kernel-alone.ts';
import { type Sample, toMarkdown } from './report.ts';
import type { Measured } from './script.ts';
import { createActbookSubject, createPeer, type Subject } from './subjects.ts';

const STEPS = [10, 50];

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, write: { type: 'boolean', default: false } },
});
// The package tells every connection to the console.
console.debug = () => {};

const peers = openPeerPython('bench-loop', join(import.meta.dirname, 'requirements.txt')).interpreter;
const { address, server } = await startModelServer();
const baseUrl = `${address}/v1`;
const homeDir = await mkdtemp(join(tmpdir(), 'actbook-bench-'));
const startedAt = new Date();
const subjects: Subject[] = [
  await createActbookSubject('Actbook, in a box', baseUrl, { sandbox: 'on' }),
  await createActbookSubject('Actbook, no box', baseUrl, { sandbox: 'off' }),
  await createActbookSubject('Actbook, kept on disk', baseUrl, { sandbox: 'on', homeDir }),
  createPeer('smolagents', peers, 'smolagents', baseUrl),
  createPeer('LlamaIndex', peers, 'llama-index', baseUrl),
];
const samples: Sample[] = [];
for (let round = 1; round <= Number(flags.rounds); round += 1) {
  for (const steps of STEPS) {
    // Each goes first as often as the others.
    const turn = (round - 1) % subjects.length;
    for (const subject of [...subjects.slice(turn), ...subjects.slice(0, turn)]) {
      samples.push(await measure(subject, steps));
    }
  }
  process.stderr.write(`round ${round} of ${flags.rounds}\n`);
}
const kernel = await createKernelAlone();
const kernelMs = await kernel.measure(Number(flags.rounds), 50);
await kernel.dispose();
await Promise.all(subjects.map((subject) => subject.dispose()));
server.kill();
await rm(homeDir, { recursive: true });

const text = `${describeMachine(startedAt, `${flags.rounds} rounds`)} Medians; in brackets the ratio to Actbook in a box.\n\n${toMarkdown(samples, kernelMs)}`;
process.stdout.write(`${text}\n`);
if (flags.write) await writeSection('loop', text);
process.exit(0);

async function measure(subject: Subject, steps: number): Promise<Sample> {
  await post({ steps: 1 });
  await subject.prepare();
  await post({ steps });
  const wallMs = await subject.run(steps);
  const measured = (await (await fetch(`${address}/runs`)).json()) as Measured;
  if (measured.requests !== steps + 1) throw new Error(`${subject.name} asked ${measured.requests} times.`);
  return { subject: subject.name, steps, wallMs, ...measured };
}

async function post(body: object): Promise<void> {
  await fetch(`${address}/runs`, { method: 'POST', body: JSON.stringify(body) });
}

async function startModelServer(): Promise<{ address: string; server: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'model-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) return { address: line, server: child };
  throw new Error('The model server did not start.');
}
