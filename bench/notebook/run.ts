/**
 * Opens the same long notebook in Actbook and in JupyterLab, in the same browser, and measures what the user waits for.
 * Usage: `node bench/notebook/run.ts [--rounds N] [--cells N] [--only Actbook] [--write]`; `--write` puts the table into docs/performance.md.
 * Needs the built page (`npm start` makes it) and Chromium; the first use installs JupyterLab into `.setup/bench-notebook`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../test/helpers/page/find-chromium.ts';
import { describeMachine } from '../describe-machine.ts';
import { writeSection } from '../write-section.ts';
import { makeNotebook, makeStreamNotebook, STREAM, toCellMark } from './make-notebook.ts';
import { type Figures, measurePage, measureStream } from './measure-page.ts';
import { type Sample, toMarkdown } from './report.ts';
import { type Subject, startActbook, startJupyterLab } from './subjects.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    cells: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});

const startedAt = new Date();
const cellCount = Number(flags.cells);
const roundCount = Number(flags.rounds);
const dir = await mkdtemp(join(tmpdir(), 'actbook-bench-'));
const long = JSON.stringify(makeNotebook(cellCount));
const options = { dir, long, stream: JSON.stringify(makeStreamNotebook(cellCount)) };
const texts = { first: toCellMark(1), last: toCellMark(cellCount - 1) };
const subjects: Subject[] = [];
const samples: Sample[] = [];
const say = (text: string) => process.stderr.write(`${text}\n`);

/** Its memory is its own, and nothing is cached. What cannot be measured is reported, and the rest continues. */
async function inBrowser(what: string, measure: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch(findChromium());
  try {
    await measure(browser);
    say(what);
  } catch (error) {
    process.exitCode = 1;
    say(`${what}: ${error instanceof Error ? error.message : error}`);
  } finally {
    await browser.close();
  }
}

try {
  if (flags.only !== 'JupyterLab') subjects.push(await startActbook(options));
  if (flags.only !== 'Actbook') subjects.push(await startJupyterLab(options));
  for (let round = 1; round <= roundCount; round += 1) {
    // Each goes first as often as the other.
    for (const { name, long, stream } of round % 2 === 1 ? subjects : subjects.toReversed()) {
      const sample: Sample = { subject: name, round };
      samples.push(sample);
      const add = (figures: Partial<Figures>) => void Object.assign(sample, figures);
      const what = `${name}, round ${round} of ${roundCount}`;
      await inBrowser(`${what}, long`, (browser) => measurePage(browser, long, texts, add));
      await inBrowser(`${what}, printing`, (browser) => measureStream(browser, stream, STREAM, add));
    }
  }
} finally {
  await Promise.all(subjects.map((subject) => subject.stop()));
  await rm(dir, { recursive: true, force: true });
}

const rounds = `${roundCount} ${roundCount === 1 ? 'round' : 'rounds'}`;
const run = describeMachine(startedAt, `${rounds} of ${cellCount} cells`);
const intro = `${run} Medians; in brackets the ratio to Actbook. A longest task of 0 is one under 50 ms, a key of 16 one of at most that.`;
const text = `${intro}\n\n${toMarkdown(samples.sort((a, b) => a.subject.localeCompare(b.subject)))}`;
process.stdout.write(`${text}\n`);
if (flags.write) await writeSection('notebook', text);
