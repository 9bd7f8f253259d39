/** One line from the user at the terminal: the question on stderr, the answer from stdin. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { toHarmless } from './to-harmless.ts';

interface ReadLineOptions {
  signal: AbortSignal;
  /** Whether what is typed must not be seen. */
  password?: boolean;
}

/** The line that was typed; null after Ctrl-D, Ctrl-C and when the signal aborts. */
export async function readLine(
  prompt: string,
  { signal, password = false }: ReadLineOptions,
): Promise<string | null> {
  const terminal = createInterface({
    input: process.stdin,
    output: password ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr,
    terminal: true,
  });
  // Only now, as the terminal shows what is typed until it is read key by key.
  if (password) process.stderr.write(toHarmless(prompt));
  const closed = new Promise<null>((resolve) => void terminal.once('close', () => resolve(null)));
  // A terminal that is being read turns Ctrl-C into a key.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const typed = terminal.question(password ? '' : toHarmless(prompt), { signal });
    return await Promise.race([typed, closed]);
  } catch {
    return null;
  } finally {
    terminal.close();
    if (password || signal.aborted) process.stderr.write('\n');
  }
}
