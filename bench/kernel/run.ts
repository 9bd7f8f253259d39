/**
 * Measures kernels side by side: Actbook's driver, a plain loop over the package it is built on, jupyter_client's
 * blocking client and nbclient. Each round measures every subject once, so that a busy moment hits all alike.
 * Usage: `node bench/kernel/run.ts [--rounds N] [--only OPERATION,…] [--write]`; `--only` leaves memory out too (and
 * `--only losses` measures nothing but what it costs to tell of lost rows), `--write` puts the table into docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../../lib/config/config.ts';
import { startStockServer } from '../../test/helpers/kernel/kernel-server.ts';
import { describeMachine } from '../describe-machine.ts';
import { writeSection } from '../write-section.ts';
import { createActbook, measureDriver } from './actbook.ts';
import { measureLosses } from './measure-losses.ts';
import { createPythonPeer } from './python-peer.ts';
import { type Memory, type Samples, toMarkdown, toRows, toTargets } from './report.ts';
import { createServicesLoop } from './services-loop.ts';
import type { Operation, Subject } from './subject.ts';

const OPERATIONS: readonly Operation[] = [
  'cold',
  'new',
  'warm',
  'restart',
  'trip',
  'print',
  'display',
  'many',
];
const CELLS: readonly Operation[] = ['trip', 'print', 'display'];
/** Bytes of output, for the driver's own memory. */
const DRIVER_SIZES = [20e6, 200e6, 400e6];
/** Not an operation of the subjects: see `measure-losses.ts`. */
const LOSSES = 'losses';
const MEASURE_LIMIT_MS = 120_000;
const NAMES = {
  boxed: 'Actbook, in a box',
  forked: 'Actbook, in a forked box',
  own: 'Actbook, no box',
  stock: 'Actbook, stock server',
  client: 'jupyter_client',
};

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
// The package tells every connection to the console.
console.debug = () => {};

const { python, rootDir } = readConfig({ ...process.env });
const startedAt = new Date();
const losses =
  flags.only && !flags.only.split(',').includes(LOSSES) ? '' : await measureLosses(python, rootDir);
if (flags.only === LOSSES) {
  process.stdout.write(`${describeMachine(startedAt, 'the shortest of 15')}\n\n${losses}\n`);
  process.exit(0);
}
const stock = await startStockServer({ python });
const address = { url: `${stock.url}/`, token: stock.token };
const driver = await measureDriver(DRIVER_SIZES);
const subjects: Subject[] = [
  await createActbook({ name: NAMES.boxed, sandbox: 'on', external: null, operations: OPERATIONS }),
  await createActbook({
    name: NAMES.forked,
    sandbox: 'on',
    box: 'fork',
    external: null,
    operations: OPERATIONS,
  }),
  await createActbook({ name: NAMES.own, sandbox: 'off', external: null, operations: OPERATIONS }),
  await createActbook({
    name: NAMES.stock,
    sandbox: 'off',
    external: address,
    // Of flushed lines a stock server loses some: there is nothing to compare.
    operations: ['cold', 'restart', 'trip', 'display'],
  }),
  createServicesLoop('services loop, stock server', address),
  createPythonPeer('jupyter_client', python, ['cold', 'restart', ...CELLS, 'many']),
  createPythonPeer('jupyter_client', python, CELLS, { hasOrjson: true }),
  createPythonPeer('nbclient', python, ['cold', ...CELLS]),
];
const samples = await measureAll(subjects, Number(flags.rounds));
const memory: Memory = {
  kernels: new Map(),
  crowds: new Map(),
  driver: DRIVER_SIZES.map((size, index) => ({ size, growth: driver[index] ?? Number.NaN })),
};
for (const subject of subjects) {
  if (!flags.only && subject.measureMemory && subject.name !== 'nbclient')
    memory.kernels.set(subject.name, await subject.measureMemory());
  if (!flags.only && subject.measureCrowd) memory.crowds.set(subject.name, await subject.measureCrowd());
}
await Promise.all(subjects.map((subject) => subject.dispose()));
await stock.stop();

const rows = toRows(samples, memory);
const targets = toTargets(rows, memory, NAMES);
const peers = toMarkdown(
  rows,
  targets,
  subjects.map(({ name }) => name),
  NAMES.client,
);
const table = losses === '' ? peers : `${peers}\n\n${losses}`;
const note = `${describeMachine(startedAt, `${flags.rounds} rounds`)} Medians, and in brackets the ratio to ${NAMES.client}.`;
process.stdout.write(`${note}\n\n${table}\n`);
if (flags.write) await writeSection('kernel', `${note}\n\n${table}`);
process.exit(0);

function isAsked(operation: Operation): boolean {
  return flags.only === undefined || flags.only.split(',').includes(operation);
}

/** Answers that come late would pass for those to the next question. */
function giveUp(subject: string, operation: Operation): never {
  process.stderr.write(`${subject}, ${operation}: no end after ${MEASURE_LIMIT_MS / 1000} s\n`);
  process.exit(1);
}

async function measureAll(all: Subject[], rounds: number): Promise<Samples> {
  const found: Samples = new Map(OPERATIONS.map((operation) => [operation, new Map()]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const operation of OPERATIONS.filter(isAsked)) {
      for (const subject of all.filter((each) => each.operations.includes(operation))) {
        process.stderr.write(`round ${round} of ${rounds}: ${operation}, ${subject.name}\n`);
        const limit = setTimeout(giveUp, MEASURE_LIMIT_MS, subject.name, operation);
        const times = await subject.measure(operation).catch((error: unknown) => {
          // It shows as a gap, and as a target that was missed.
          process.stderr.write(`${subject.name}, ${operation}: ${error}\n`);
          return null;
        });
        clearTimeout(limit);
        const bySubject = found.get(operation);
        if (times) bySubject?.set(subject.name, [...(bySubject.get(subject.name) ?? []), times]);
      }
    }
  }
  return found;
}
