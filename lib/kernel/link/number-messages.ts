import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JupyterLink } from './jupyter-link.ts';

const SCRIPT = join(import.meta.dirname, '../../../kernels/numbered_messages.py');

/**
 * Has a Python kernel on a foreign server number its messages when it sends them, so that `MessageNumbers` counts none
 * that it never sent. Kernels of our own servers do so from their start.
 */
export async function numberMessages(link: JupyterLink, language: string): Promise<void> {
  if (language.toLowerCase() !== 'python') return;
  const script = JSON.stringify(`${await readFile(SCRIPT, 'utf8')}\nnumber_sent(session)\n`);
  // Runs as an expression, and so leaves no name behind.
  const code = `exec(${script}, {"__name__": "numbered_messages", "session": get_ipython().kernel.session})`;
  await link.execute({ code, silent: true }).ended;
}
