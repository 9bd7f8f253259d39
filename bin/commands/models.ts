import type { Command } from 'commander';
import { createServerDesk, type ModelDesk } from '../../lib/app/create-server-desk.ts';
import { readConfig } from '../../lib/config/config.ts';
import { NewServer, ServerTest } from '../../lib/protocol/models/model-server.ts';
import { ProviderKind } from '../../lib/protocol/models/provider-kind.ts';
import { findPreset, PROVIDER_PRESETS } from '../../lib/protocol/models/provider-presets.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { describeServer, describeTest } from '../terminal/describe-server.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { readSecret } from '../terminal/read-secret.ts';

interface ServerFlags {
  address?: string;
  label?: string;
  keyEnv?: string;
  keyStdin?: boolean;
  apiVersion?: string;
  model?: string;
  json?: boolean;
}

interface AddFlags extends ServerFlags {
  default?: boolean;
  test: boolean;
}

/** `actbook models`: the same servers as in the settings of the page. */
export function addModelsCommand(program: Command): void {
  const models = program
    .command('models')
    .description('Connect model servers, and choose the default model.');
  models
    .command('list')
    .description('List the connected model servers and the default model.')
    .option('--json', 'print them as JSON')
    .action(({ json = false }: { json?: boolean }) => list(openDesk(), json));
  addServerOptions(
    models
      .command('add')
      .description('Test a model server and connect it.')
      .argument('<provider>', PROVIDER_PRESETS.map(({ kind }) => kind).join(', ')),
  )
    .option('--label <name>', 'name to display (default: the provider’s)')
    .option('--default', 'use the model where no other is chosen')
    .option('--no-test', 'connect without asking the server')
    .action((kind: string, flags: AddFlags) => add(kind, flags));
  addServerOptions(
    models
      .command('test')
      .description('Ask a connected server, or one at an address, what it offers, and one model a question.')
      .argument('[server]', 'ID of a connected server'),
  ).action((id: string | undefined, flags: ServerFlags) => test(id, flags));
  models
    .command('default')
    .description('Choose the model that answers where no other is chosen.')
    .argument('<model>', 'ID of a model, such as openrouter/qwen/qwen3-coder, or builtin')
    .action(async (id: string) => {
      await openDesk().servers.chooseDefault(id);
      process.stderr.write(`${id} is the default model now.\n`);
    });
  models
    .command('remove')
    .description('Remove a model server and its key.')
    .argument('<server>', 'ID of the server')
    .action((id: string) => {
      openDesk().servers.remove(id);
      process.stderr.write(`${id} was removed, and its key deleted.\n`);
    });
  for (const command of models.commands) command.exitOverride();
}

function addServerOptions(command: Command): Command {
  return command
    .option('--address <url>', 'address of the server (default: the provider’s)')
    .option('--key-env <name>', 'take the key from this environment variable, and save it')
    .option('--key-stdin', 'take the key from standard input')
    .option('--api-version <version>', 'Azure’s api-version')
    .option('--model <name>', 'the model to ask, by the server’s name for it')
    .option('--json', 'print the result as JSON');
}

function openDesk(): ModelDesk {
  return createServerDesk(readConfig().models);
}

function list({ servers }: ModelDesk, json: boolean): void {
  const { problem, ...listed } = servers.list();
  if (problem) throw new AppError('conflict', problem);
  if (json) return void print(listed);
  if (listed.servers.length === 0)
    process.stderr.write('No model server is connected. Connect one with “actbook models add”.\n');
  for (const server of listed.servers) process.stdout.write(`${describeServer(server)}\n`);
  process.stdout.write(
    `default: ${listed.defaultId}${listed.isDefaultFixed ? ' (set by the environment)' : ''}\n`,
  );
}

async function add(given: string, flags: AddFlags): Promise<void> {
  const { address, label, apiVersion, model, default: isDefault = false, json = false } = flags;
  const kind = readKind(given);
  const preset = findPreset(kind);
  const where = address ?? preset?.address;
  if (!where)
    throw new AppError(
      'bad-request',
      `Name the address of the server with --address, such as ${preset?.example}.`,
    );
  const key = await readKey(flags, { isNeeded: preset?.needsKey ?? false });
  const draft = { kind, address: where, ...(key ? { key } : {}), ...(apiVersion ? { apiVersion } : {}) };
  const { servers } = openDesk();
  const result = flags.test
    ? await servers.test({ ...draft, ...(model ? { model } : {}) }, neverAborted())
    : null;
  if (result && !result.answer) {
    report(result, json);
    process.stderr.write('Not connected. Use --no-test to connect it all the same.\n');
    process.exitCode = EXIT.failed;
    return;
  }
  const models = [model ?? result?.model?.id].filter((each) => each !== undefined);
  const settled = kind === 'compatible' ? (result?.kind ?? kind) : kind;
  const parsed = NewServer.safeParse({ ...draft, kind: settled, label, models, isDefault });
  if (!parsed.success) throw new AppError('bad-request', `${parsed.error.issues[0]?.message ?? 'invalid'}.`);
  const server = servers.add(parsed.data);
  if (json) return void print({ server, test: result });
  if (result) report(result, false);
  process.stdout.write(`${describeServer(server)}\n`);
}

async function test(id: string | undefined, flags: ServerFlags): Promise<void> {
  const { address, apiVersion, model, json = false } = flags;
  if (id === undefined && address === undefined)
    throw new AppError('bad-request', 'Name a connected server, or the address of one with --address.');
  const key = await readKey(flags, { isNeeded: false });
  const draft = {
    ...(id === undefined ? {} : { id }),
    ...(address === undefined ? {} : { address }),
    ...(key ? { key } : {}),
    ...(apiVersion ? { apiVersion } : {}),
    ...(model ? { model } : {}),
  };
  const result = await openDesk().servers.test(draft, neverAborted());
  report(result, json);
  if (!result.answer) process.exitCode = EXIT.failed;
}

function report(result: ServerTest, json: boolean): void {
  if (json) print(ServerTest.parse(result));
  else process.stdout.write(`${describeTest(result)}\n`);
}

function readKind(given: string): ProviderKind {
  const { success, data } = ProviderKind.safeParse(given);
  if (success) return data;
  const known = PROVIDER_PRESETS.map(({ kind }) => kind).join(', ');
  throw new AppError('bad-request', `Unknown provider “${given}”. Choose one of ${known}.`);
}

/**
 * Reads the key from a variable, from standard input, or typed unseen; never from an argument, which other users of the
 * machine can see.
 */
async function readKey(
  { keyEnv, keyStdin = false }: ServerFlags,
  { isNeeded }: { isNeeded: boolean },
): Promise<string> {
  if (keyEnv !== undefined) {
    const key = process.env[keyEnv]?.trim();
    if (key) return key;
    throw new AppError('bad-request', `The environment variable ${keyEnv} is not set or empty.`);
  }
  if (keyStdin) return readSecret('standard input');
  if (!isNeeded) return '';
  if (!process.stdin.isTTY)
    throw new AppError(
      'bad-request',
      'This provider wants a key. Name its variable with --key-env, or send it with --key-stdin.',
    );
  return readSecret('terminal', { prompt: 'API key (not shown): ', missing: 'No key was entered.' });
}

/** Ctrl-C ends the command, and with it what it asks. */
function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
