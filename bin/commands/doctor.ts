import type { Command } from 'commander';
import { type Config, readConfig } from '../../lib/config.ts';
import { createSandbox } from '../../lib/create-sandbox.ts';
import type { Isolation } from '../../lib/protocol/event.ts';
import { toMessage } from '../../lib/util/app-error.ts';
import { toPublicUrl } from '../../lib/util/to-public-url.ts';
import { EXIT } from '../exit-codes.ts';
import { diagnose } from '../setup/diagnose.mjs';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Tell what was found on this machine and what is missing.')
    .action(async () => {
      const config = readConfig();
      const findings = [
        ...(await diagnose(config.rootDir)),
        await describeSandbox(config),
        ...describeConfig(config),
      ];
      for (const { name, ok, detail, remedy } of findings) {
        process.stdout.write(`${ok ? 'ok  ' : 'MISS'}  ${name.padEnd(12)} ${detail}\n`);
        if (remedy) process.stdout.write(`${' '.repeat(19)}→ ${remedy}\n`);
      }
      if (findings.some(({ ok }) => !ok)) process.exitCode = EXIT.failed;
    });
}

const ISOLATION_WORDS: Record<Isolation, string> = {
  box: 'on: code runs in a box, without network, with its session’s files alone',
  'box-online': 'on, with the internet open to code',
  none: 'off: code runs with your files and your network',
  remote: 'left to the Jupyter server that is configured',
};

const AGREED = 'Code runs without isolation, as agreed.';

async function describeSandbox(config: Config) {
  const name = 'sandbox';
  try {
    const { isolation, failure, isAgreed } = await createSandbox(config).check();
    if (isolation && !failure)
      return { name, ok: true, detail: ISOLATION_WORDS[isolation], remedy: undefined };
    return {
      name,
      ok: false,
      detail: `${failure?.reason} ${isAgreed ? AGREED : ''}`.trim(),
      remedy: failure?.remedy,
    };
  } catch (error) {
    return { name, ok: false, detail: 'not tried, as there is no Python', remedy: toMessage(error) };
  }
}

function describeConfig(config: Config) {
  const { models, jupyter, homeDir } = config;
  const model = models.defaultId
    ? `${models.defaultId}; servers: ${models.providers.map(describeProvider).join(', ')}`
    : 'built-in analyst (no language model); set OPENAI_API_KEY or OPENAI_BASE_URL for one';
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
