/** Tells how far the execution of a notebook is: a bar on a terminal, a line for each cell elsewhere. */
import type { WriteStream } from 'node:tty';
import type { NotebookProgress } from '../../lib/runtime/notebooks/execute-notebook.ts';

const BAR_WIDTH = 30;
const REDRAW_MS = 500;
/** To the start of the line, and clear it. */
const CLEAR_LINE = '\r\u001b[K';

const INCOMPLETE = 'output is missing; the end of its output says how much';

export interface NotebookReporter {
  report: (progress: NotebookProgress) => void;
  /** Takes the bar away; must be called at the end. */
  end: () => void;
}

export function reportNotebookProgress(stream: WriteStream): NotebookReporter {
  return stream.isTTY ? createBar(stream) : createLines(stream);
}

function createBar(stream: WriteStream): NotebookReporter {
  const startedAt = Date.now();
  let latest: NotebookProgress | null = null;
  const draw = () => {
    if (latest) stream.write(CLEAR_LINE + toBar(latest, Date.now() - startedAt));
  };
  const timer = setInterval(draw, REDRAW_MS);
  return {
    report: (progress) => {
      latest = progress;
      if (progress.isIncomplete) stream.write(`${CLEAR_LINE}Cell ${progress.cell}: ${INCOMPLETE}\n`);
      draw();
    },
    end: () => {
      clearInterval(timer);
      stream.write(CLEAR_LINE);
    },
  };
}

function toBar({ step, steps, cell, status }: NotebookProgress, elapsedMs: number): string {
  const done = status === null ? step - 1 : step;
  const filled = Math.round((done / steps) * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `${bar} ${done}/${steps}  cell ${cell}  ${toSeconds(elapsedMs)}`;
}

function createLines(stream: WriteStream): NotebookReporter {
  let startedAt = Date.now();
  return {
    report: ({ step, steps, cell, status, isIncomplete }) => {
      if (status === null) startedAt = Date.now();
      else
        stream.write(
          `${step}/${steps}  cell ${cell}  ${status}  ${toSeconds(Math.max(0, Date.now() - startedAt))}${isIncomplete ? `  ${INCOMPLETE}` : ''}\n`,
        );
    },
    end: () => {},
  };
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
