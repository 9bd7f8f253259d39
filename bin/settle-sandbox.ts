/** Settles, before a command runs code, whether it may run it without a box where none can be made. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { checkSandbox, type SandboxCheck } from '../lib/check-sandbox.ts';
import type { Config } from '../lib/config.ts';

type Failure = NonNullable<SandboxCheck['failure']>;

/** What a person agreed to; bound to the machine, as the folder may be shared by several. */
const Consent = z.object({ withoutIsolationOn: z.array(z.string()) });

const WITHOUT =
  'Without isolation, code that the agent writes runs as you, with your files and your network.';

/**
 * The configuration to go on with: boxes where they work, none where a person agreed to that, now or earlier.
 * Throws AppError `sandbox-unavailable` where nobody did.
 */
export async function settleSandbox(config: Config): Promise<Config> {
  const { failure, error } = await checkSandbox(config);
  if (!failure || !error) return config;
  if (!(await isAgreed(config.homeDir))) {
    if (!(await askPerson(failure))) throw error;
    await rememberConsent(config.homeDir);
  }
  process.stderr.write(`Code runs without isolation on this machine, as agreed. ${failure.remedy}\n`);
  return { ...config, sandbox: 'off' };
}

/** False also when there is nobody to ask. */
async function askPerson({ reason, remedy }: Failure): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  process.stderr.write(`Code cannot be isolated on this machine. ${reason}\n${remedy}\n\n${WITHOUT}\n`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Run it so on this machine from now on? [y/N] ');
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    // Ctrl-C at the question.
    return false;
  } finally {
    terminal.close();
  }
}

function toConsentPath(homeDir: string): string {
  return join(homeDir, 'consent.json');
}

async function readConsent(homeDir: string): Promise<string[]> {
  try {
    return Consent.parse(JSON.parse(await readFile(toConsentPath(homeDir), 'utf8'))).withoutIsolationOn;
  } catch {
    // Nobody was asked yet, or the file says nothing that counts.
    return [];
  }
}

async function isAgreed(homeDir: string): Promise<boolean> {
  return (await readConsent(homeDir)).includes(hostname());
}

async function rememberConsent(homeDir: string): Promise<void> {
  const machines = [...(await readConsent(homeDir)), hostname()];
  await mkdir(homeDir, { recursive: true, mode: 0o700 });
  await writeFile(toConsentPath(homeDir), `${JSON.stringify({ withoutIsolationOn: machines })}\n`, {
    mode: 0o600,
  });
}
