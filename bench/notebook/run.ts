/**
 * Opens the same long notebook in Actbook and in JupyterLab, in the same browser, and measures what a person waits for.
 * Usage: `node bench/notebook/run.ts [--rounds N] [--cells N] [--write]`; `--write` puts the table into docs/performance.md.
 * Needs the built page (`npm start` makes it) and Chromium; the first use installs JupyterLab into `.setup/bench-notebook`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { readConfig } from '../../lib/config.ts';
import { findChromium } from '../../test/helpers/find-chromium.ts';
import { describeMachine } from '../describe-machine.ts';
import { writeSection } from '../write-section.ts';
import { makeNotebook, toCellMark } from './make-notebook.ts';
import { measurePage } from './measure-page.ts';
import { type Sample, toMarkdown } from './report.ts';
import { startActbook, startJupyterLab } from './subjects.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    cells: { type: 'string', default: '1000' },
    write: { type: 'boolean', default: false },
  },
});

const { python, rootDir } = readConfig({ ...process.env });
const startedAt = new Date();
const cellCount = Number(flags.cells);
const notebook = JSON.stringify(makeNotebook(cellCount));
const dir = await mkdtemp(join(tmpdir(), 'actbook-bench-'));
const subjects = [
  await startActbook({ rootDir, dir, notebook }),
  await startJupyterLab({ rootDir, dir, notebook }, python),
];
const samples: Sample[] = [];
for (let round = 1; round <= Number(flags.rounds); round += 1) {
  // Each goes first as often as the other.
  for (const { name, page } of round % 2 === 1 ? subjects : subjects.toReversed()) {
    // Its memory is its own, and nothing is cached.
    const browser = await chromium.launch(findChromium());
    const texts = { firstText: toCellMark(1), lastText: toCellMark(cellCount - 1) };
    samples.push({ subject: name, round, ...(await measurePage(browser, { ...page, ...texts })) });
    await browser.close();
    process.stderr.write(`round ${round} of ${flags.rounds}: ${name}\n`);
  }
}
await Promise.all(subjects.map((subject) => subject.stop()));
await rm(dir, { recursive: true, force: true });

const intro = `${describeMachine(startedAt, `${flags.rounds} rounds of ${cellCount} cells`)} Medians; in brackets the ratio to Actbook. A longest task of 0 is one under 50 ms.`;
const text = `${intro}\n\n${toMarkdown(samples.sort((a, b) => a.subject.localeCompare(b.subject)))}`;
process.stdout.write(`${text}\n`);
await writeFile(
  join(rootDir, 'bench/notebook/results.json'),
  `${JSON.stringify({ startedAt, samples }, null, 2)}\n`,
);
if (flags.write) await writeSection('notebook', text);
