/** A setup failure that the user can fix: the message is a sentence that says how. Shown without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}

/** The setup was stopped by a signal; `exitCode` follows the shell's convention (130 for Ctrl-C). */
export class SetupInterrupted extends Error {
  name = 'SetupInterrupted';

  /** @param {number} exitCode */
  constructor(exitCode) {
    super('The setup was interrupted; the next start resumes it.');
    this.exitCode = exitCode;
  }
}
