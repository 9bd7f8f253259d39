import type { Command } from 'commander';
import { readConfig } from '../../lib/config.ts';
import { EXIT } from '../exit-codes.ts';
import { diagnose } from '../setup/diagnose.mjs';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Tell what was found on this machine and what is missing.')
    .action(async () => {
      const config = readConfig();
      const findings = [...(await diagnose(config.rootDir)), ...describeConfig(config)];
      for (const { name, ok, detail, remedy } of findings) {
        process.stdout.write(`${ok ? 'ok  ' : 'MISS'}  ${name.padEnd(12)} ${detail}\n`);
        if (remedy) process.stdout.write(`${' '.repeat(19)}→ ${remedy}\n`);
      }
      if (findings.some(({ ok }) => !ok)) process.exitCode = EXIT.failed;
    });
}

function describeConfig(config: ReturnType<typeof readConfig>) {
  const { openai, jupyter, homeDir } = config;
  const model = openai
    ? `${openai.modelId} at ${openai.baseUrl ?? 'the OpenAI API'}`
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
