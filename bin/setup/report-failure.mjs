import { SetupError, SetupInterrupted } from './setup-error.mjs';

/**
 * Prints a failure to stderr and returns the exit code for it. Only faults of our own show a stack.
 *
 * @param {unknown} error
 * @returns {number}
 */
export function reportFailure(error) {
  const isExpected = error instanceof SetupError || error instanceof SetupInterrupted;
  process.stderr.write(`actbook: ${isExpected ? error.message : (error?.stack ?? error)}\n`);
  return error instanceof SetupInterrupted ? error.exitCode : 1;
}
