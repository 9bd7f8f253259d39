/** The process of the `actbook` command: its arguments and its streams. */
import { runCommandLine } from './command-line.ts';
import { EXIT } from './terminal/exit-codes.ts';

// `actbook sessions | head -1`: the reader has enough, and what still runs ends in its own way. So it does where the output
// goes to a file on a full disk, but then something is missing in that file.
process.stdout.once('error', (error: NodeJS.ErrnoException) => {
  process.stdout.on('error', () => {});
  if (error.code === 'EPIPE' || error.code === 'EIO') return;
  process.stderr.write(`actbook: The output could not be written: ${error.message}.\n`);
  process.once('exit', () => {
    process.exitCode ||= EXIT.failed;
  });
});
// Nobody reads it any more, and reporting that would fail again, forever.
process.stderr.on('error', () => {});
await runCommandLine(process.argv.slice(2));
