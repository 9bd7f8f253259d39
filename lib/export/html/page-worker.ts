/** Makes one page and ends: the thread that loads the parsers of HTML and Markdown, and that can be stopped. */
import { parentPort, workerData } from 'node:worker_threads';
import { parseExactJson } from '../../util/exact-json.ts';
import { exportHtml, type PageOptions } from './export-html.ts';

/** What the thread is given. It posts null once it is loaded, then the page as one string. */
export interface PageWork {
  /** A `Notebook` as JSON: a copy of its objects would lose numbers that are kept as they were written. */
  notebookJson: string;
  options: PageOptions;
}

// From here on it is the notebook that takes time.
parentPort?.postMessage(null);
const { notebookJson, options }: PageWork = workerData;
// Written by page-renderer.ts from a Notebook.
const notebook = parseExactJson(notebookJson) as Parameters<typeof exportHtml>[0];
parentPort?.postMessage(exportHtml(notebook, options));
