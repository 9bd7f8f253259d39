/** Settles, before a command runs code, whether it may run it without a box where none can be made. */
import { createInterface } from 'node:readline/promises';
import { createSandbox } from '../../lib/app/create-sandbox.ts';
import type { Config } from '../../lib/config/config.ts';
import type { SandboxStatus } from '../../lib/protocol/kernel/sandbox-status.ts';
import { WITHOUT_ISOLATION } from '../../lib/protocol/kernel/without-isolation.ts';

type Failure = NonNullable<SandboxStatus['failure']>;

/**
 * The configuration to go on with: boxes where they work, none where the user agreed to that, now or earlier.
 * Throws AppError `sandbox-unavailable` where nobody did.
 */
export async function settleSandbox(config: Config): Promise<Config> {
  const sandbox = createSandbox(config);
  const { failure, isAgreed, error } = await sandbox.check();
  if (!failure || !error) return config;
  if (!isAgreed) {
    if (!(await askPerson(failure))) throw error;
    await sandbox.agree();
  }
  process.stderr.write(`You allowed code to run without isolation on this machine. ${failure.remedy}\n`);
  return { ...config, sandbox: 'off' };
}

/** False also when there is nobody to ask. */
async function askPerson({ reason, remedy }: Failure): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const question = `Code cannot be isolated on this machine. ${reason}\n${remedy}\n\n${WITHOUT_ISOLATION}\n`;
  process.stderr.write(question);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Run code without isolation on this machine from now on? [y/N] ');
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    // Ctrl-C at the question.
    return false;
  } finally {
    terminal.close();
  }
}
