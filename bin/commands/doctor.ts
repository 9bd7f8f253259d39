import type { Command } from 'commander';
import { createSandbox } from '../../lib/app/create-sandbox.ts';
import { type Config, readConfig } from '../../lib/config/config.ts';
import type { Isolation } from '../../lib/protocol/kernel-info.ts';
import type { SandboxStatus } from '../../lib/protocol/sandbox-status.ts';
import { toMessage } from '../../lib/util/app-error.ts';
import { toPublicUrl } from '../../lib/util/to-public-url.ts';
import { diagnose } from '../setup/diagnose.mjs';
import { EXIT } from '../terminal/exit-codes.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check what is installed on this machine and what is missing.')
    .action(async () => {
      const config = readConfig();
      const findings = [
        ...(await diagnose(config.rootDir)),
        ...(await describeSandbox(config)),
        ...describeConfig(config),
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
    const { isolation, failure, limitsFailure, isAgreed } = await createSandbox(config).check();
    if (isolation && !failure) {
      const sandbox = { name, ok: true, detail: ISOLATION_WORDS[isolation], remedy: undefined };
      return isolation === 'box' ? [sandbox, describeLimits(limitsFailure)] : [sandbox];
    }
    const detail = `${failure?.reason} ${isAgreed ? AGREED : ''}`.trim();
    return [{ name, ok: false, detail, remedy: failure?.remedy }];
  } catch (error) {
    return [{ name, ok: false, detail: 'not checked: Python is missing', remedy: toMessage(error) }];
  }
}

/** Sandboxes work either way, so neither is a failure. */
function describeLimits(failure: SandboxStatus['limitsFailure']) {
  const detail = failure
    ? `watched: code can hide memory from Actbook. ${failure.reason}`
    : 'by the system: control groups for memory and processes';
  return { name: 'limits', ok: true, detail, remedy: failure?.remedy };
}

function describeConfig(config: Config) {
  const { models, jupyter, homeDir } = config;
  const model = models.defaultId
    ? `${models.defaultId}; servers: ${models.providers.map(describeProvider).join(', ')}`
    : 'built-in analyst (no language model); connect one with “actbook models add” or in the page';
  return [
    { name: 'state', ok: true, detail: homeDir, remedy: undefined },
    { name: 'model', ok: true, detail: model, remedy: undefined },
    {
      name: 'jupyter',
      ok: true,
      detail: jupyter ? `existing server at ${jupyter.url}` : 'started by Actbook when needed',
      remedy: undefined,
    },
  ];
}

function describeProvider({ name, baseUrl }: Config['models']['providers'][number]): string {
  const address = baseUrl ? toPublicUrl(baseUrl) : 'the OpenAI API';
  return name === null ? address : `${name} (${address})`;
}
