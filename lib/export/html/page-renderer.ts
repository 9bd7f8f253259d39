/**
 * Pages are made in a thread with limits: parsers of Markdown and HTML take minutes of some short texts, and anybody with
 * a link can ask for a page.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Notebook } from '../../session/notebook/to-notebook.ts';
import { AppError } from '../../util/app-error.ts';
import { limitCalls } from '../../util/limit-calls.ts';
import { createTurns } from '../../util/turns.ts';
import type { PageOptions } from './export-html.ts';
import type { PageWork } from './page-worker.ts';

/** The time for loading the parsers, whatever the notebook: a busy machine takes many seconds. */
const LOAD_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Nothing is parsed then: only the size of the notebook counts. */
const PLAIN_TIMEOUT_MS = 30_000;
const MAX_HEAP_MB = 1024;
/** TypeScript when run from source, JavaScript in the built package. */
const WORKER_URL = new URL(`./page-worker${extname(import.meta.url)}`, import.meta.url);
const PLAIN_FACT =
  'Text and tables are not formatted on this page: formatting them would have taken too much time or memory.';

/** Pages that are made or wait for it, all together. */
const MAX_PAGES = 16;
const TOO_MANY_PAGES = 'Too many pages are being created at the same time. Try again in a minute.';

/** What a page is made of, read when its turn has come. */
type ReadPage = () => Promise<{ notebook: Notebook; options: PageOptions }>;

/**
 * Resolves to the page. What cannot be laid out within `timeoutMs`, ten seconds by default, is shown as plain text.
 * Throws AppError `too-large` when that does not fit either, `too-many` when too many others wait already.
 */
export type RenderPage = (readPage: ReadPage, timeoutMs?: number) => Promise<string>;

/** One for all of a process: one page is made at a time, so that many requests cannot take all of the machine. */
export function createPageRenderer(): RenderPage {
  const inTurn = createTurns();
  const render: RenderPage = (readPage, timeoutMs = TIMEOUT_MS) =>
    inTurn('page', async () => {
      const { notebook, options } = await readPage();
      const notebookJson = JSON.stringify(notebook);
      try {
        return await runWorker({ notebookJson, options }, timeoutMs);
      } catch {
        return await renderPlain(notebookJson, options);
      }
    });
  return limitCalls(render, MAX_PAGES, TOO_MANY_PAGES);
}

async function renderPlain(notebookJson: string, options: PageOptions): Promise<string> {
  const facts = [options.facts, PLAIN_FACT].filter((fact) => fact !== undefined).join(' ');
  try {
    return await runWorker({ notebookJson, options: { ...options, facts, isPlain: true } }, PLAIN_TIMEOUT_MS);
  } catch (cause) {
    const message = 'This notebook is too large for one page: export it as a notebook file (.ipynb).';
    throw new AppError('too-large', message, { cause });
  }
}

/** Rejects when the thread fails, reaches its memory limit or is not done in time. */
async function runWorker(work: PageWork, timeoutMs: number): Promise<string> {
  const worker = new Worker(WORKER_URL, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const startTimer = (ms: number) => setTimeout(reject, ms, new Error(`No page within ${ms} ms.`));
  let timer = startTimer(LOAD_TIMEOUT_MS);
  // An error that comes while the thread is being stopped needs a listener, too: it would end the process.
  worker.on('error', reject);
  worker.on('message', (page: string | null) => {
    clearTimeout(timer);
    if (page === null) timer = startTimer(timeoutMs);
    else resolve(page);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
