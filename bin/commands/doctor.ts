import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { createSandbox } from '../../lib/app/create-sandbox.ts';
import { createServerDesk, type ModelDesk } from '../../lib/app/create-server-desk.ts';
import { createSkills } from '../../lib/app/create-skills.ts';
import { type Config, readConfig } from '../../lib/config/config.ts';
import type { Isolation } from '../../lib/protocol/kernel/kernel-info.ts';
import type { SandboxStatus } from '../../lib/protocol/kernel/sandbox-status.ts';
import { traitsOf } from '../../lib/protocol/models/model-traits.ts';
import { toMessage } from '../../lib/util/app-error.ts';
import { diagnose } from '../setup/diagnose.mjs';
import { EXIT } from '../terminal/exit-codes.ts';
import { toHarmless } from '../terminal/to-harmless.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Show what is installed on this machine and what is missing.')
    .action(async () => {
      const config = readConfig();
      const found = await diagnose(config.rootDir);
      const findings = [
        ...found,
        // The Python that would try it is not there yet.
        ...(found.some(({ name, ok }) => name === 'environment' && !ok) ? [] : await describeSandbox(config)),
        await describeState(config.homeDir),
        await describeModel(config),
        describeJupyter(config),
        ...(await describeSkills(config)),
      ];
      for (const { name, ok, detail, remedy } of findings) {
        process.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)} ${detail}\n`);
        if (remedy) process.stdout.write(`${' '.repeat(19)}→ ${remedy}\n`);
      }
      if (findings.some(({ ok }) => !ok)) process.exitCode = EXIT.failed;
    });
}

const ISOLATION_WORDS: Record<Isolation, string> = {
  box: 'on: code runs in a sandbox without network and sees only its session’s files',
  'box-online': 'on, with internet access',
  none: 'off: code runs with your permissions',
  remote: 'decided by the configured Jupyter server',
};

const AGREED = 'You allowed code to run without isolation on this machine.';

async function describeSandbox(config: Config) {
  const name = 'sandbox';
  try {
    const { isolation, failure, isAgreed, ...limits } = await createSandbox(config).check();
    if (isolation && !failure) {
      const sandbox = { name, ok: true, detail: ISOLATION_WORDS[isolation], remedy: undefined };
      return isolation === 'box' ? [sandbox, await describeStart(config), describeLimits(limits)] : [sandbox];
    }
    const detail = `${failure?.reason} ${isAgreed ? AGREED : ''}`.trim();
    return [{ name, ok: false, detail, remedy: failure?.remedy }];
  } catch (error) {
    return [{ name, ok: false, detail: 'unknown: Python is missing', remedy: toMessage(error) }];
  }
}

/** Sandboxes are the same either way, so neither is a failure. */
async function describeStart(config: Config) {
  const name = 'start';
  if (config.box === 'bwrap') {
    return { name, ok: true, detail: 'each sandbox by bubblewrap', remedy: undefined };
  }
  const { failure, rehearsalFailures } = await createSandbox(config).checkFork();
  if (failure) {
    const detail = `each sandbox by bubblewrap, as forking failed: ${failure}`;
    return { name, ok: true, detail: toHarmless(detail), remedy: undefined };
  }
  const failed = Object.entries(rehearsalFailures).map(([act, reason]) => `${act}: ${reason}`);
  const slower = `; each takes more time and memory, as its preparation failed: ${failed.join('; ')}`;
  const detail = `sandboxes are forked from one process${failed.length > 0 ? slower : ''}`;
  return { name, ok: true, detail: toHarmless(detail), remedy: undefined };
}

/** Sandboxes work either way, so neither is a failure. */
function describeLimits({ limitsFailure: failure, shareProcessors }: Limits) {
  const limited = shareProcessors ? 'memory, processes, and processor time' : 'memory and processes';
  const detail = failure
    ? `watched: code can hide memory from Actbook. ${failure.reason}`
    : `by the system: control groups for ${limited}`;
  return { name: 'limits', ok: true, detail, remedy: failure?.remedy };
}

type Limits = Pick<SandboxStatus, 'limitsFailure'> & { shareProcessors: boolean };

/** Nothing is written: a folder that is not there yet needs one above it in which it can be created. */
async function describeState(homeDir: string): Promise<Finding> {
  let folder = homeDir;
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return { name: 'state', ok: true, detail: homeDir, remedy: undefined };
  } catch {
    const detail = `${homeDir} cannot be created or written`;
    const remedy = 'change its permissions, or keep the data in another folder (ACTBOOK_HOME)';
    return { name: 'state', ok: false, detail, remedy };
  }
}

function describeJupyter({ jupyter }: Config): Finding {
  const detail = jupyter ? `existing server at ${jupyter.url}` : 'started by Actbook when needed';
  return { name: 'jupyter', ok: true, detail, remedy: undefined };
}

/** Nothing where there are none. What cannot be used is left out, and the installation is still right. */
async function describeSkills({ homeDir }: Config): Promise<Finding[]> {
  const skills = createSkills(homeDir);
  const names = (await skills.list()).map(({ name }) => name);
  const problems = await skills.findProblems();
  if (names.length + problems.length === 0) return [];
  const detail = names.length > 0 ? names.join(', ') : 'none that can be used';
  const remedy = problems.length > 0 ? toHarmless(problems.join(' ')) : undefined;
  return [{ name: 'skills', ok: true, detail, remedy }];
}

interface Finding {
  name: string;
  ok: boolean;
  detail: string;
  remedy: string | undefined;
}

const CONNECT = 'connect one with “actbook models add” or in the page';
/** Longest wait for the server of the default model, milliseconds. */
const ANSWER_MS = 5_000;

/** The default model, as runs take it, and whether its server answers. If it does not, the installation is still right. */
async function describeModel(config: Config): Promise<Finding> {
  const { models, servers: desk } = createServerDesk(config.models);
  const { defaultId, servers, problem } = desk.list();
  const finding = { name: 'model', ok: true, remedy: undefined };
  if (problem) return { ...finding, ok: false, detail: problem };
  const connected = `servers: ${servers.map(({ label, address }) => `${label} (${address})`).join(', ')}`;
  const [first] = models.listConfigured();
  if (first && !traitsOf(first).readsPrompts)
    return { ...finding, detail: `${first.label}; ${servers.length > 0 ? connected : CONNECT}` };
  const answer = await askServer(models, defaultId);
  const detail = toHarmless(`${defaultId}${answer === '' ? ', whose server answers' : ''}; ${connected}`);
  return { ...finding, detail, remedy: answer === '' ? undefined : toHarmless(answer) };
}

/** Asks for the list of models, which costs nothing. Resolves to the sentence that says what is wrong; empty if nothing is. */
async function askServer(models: ModelDesk['models'], modelId: string): Promise<string> {
  const timeout = new AbortController();
  const late = sleep(ANSWER_MS, 'The server of the default model did not answer within 5 seconds.', {
    signal: timeout.signal,
    ref: false,
  }).catch(() => '');
  const listed = models.list().then((providers) => {
    const provider =
      providers.find(({ models: offered }) => offered.some(({ id }) => id === modelId)) ??
      providers.find(({ id }) => modelId.startsWith(`${id}/`)) ??
      providers.find(({ address, isFound }) => address !== null && !isFound);
    return provider?.reason ?? '';
  });
  const answer = await Promise.race([listed, late]);
  timeout.abort();
  return answer;
}
