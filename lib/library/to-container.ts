/** The composition for a program that has the library in it: its options, then its environment, then defaults. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Container } from '../app/container.ts';
import { createContainer } from '../app/create-container.ts';
import { type Config, readHostConfig } from '../config/config.ts';
import type { Model, ModelProfile } from '../model/model.ts';
import { ACTBOOK_OPTIONS, assertKnown, JUPYTER_ADDRESS, MODEL_SERVER } from './assert-known.ts';
import type { ActbookOptions, CustomModel, JupyterAddress, ModelServer } from './options.ts';

/** Its `dispose` removes the home too when that is a temporary one. */
export async function toContainer(options: ActbookOptions): Promise<Container> {
  const { homeDir, model, kernels, user } = options;
  assertKnown('createActbook', options, ACTBOOK_OPTIONS);
  // Models and kernels of the program's own can be objects of classes, with fields of their own.
  if (model && !('stream' in model)) assertKnown('model', model, MODEL_SERVER);
  if (kernels && !('start' in kernels)) assertKnown('kernels', kernels, JUPYTER_ADDRESS);
  const home = homeDir === undefined ? await createTemporaryHome() : resolve(homeDir);
  const removeHome =
    homeDir === undefined ? () => rm(home, { recursive: true, force: true }) : async () => {};
  try {
    const container = await createContainer(toConfig(options, home), {
      isTemporary: homeDir === undefined,
      ...(model && 'stream' in model ? { models: [toModel(model)] } : {}),
      ...(kernels && 'start' in kernels ? { kernels } : {}),
      mcpServers: options.mcpServers,
      connections: options.connections,
      ...(user ? { by: { kind: 'user', ...user } } : {}),
    });
    return {
      ...container,
      dispose: async () => {
        await container.dispose();
        await removeHome();
      },
    };
  } catch (error) {
    await removeHome();
    throw error;
  }
}

async function createTemporaryHome(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'actbook-')));
}

function toConfig(options: ActbookOptions, homeDir: string): Config {
  const { model, kernels, python, sandbox } = options;
  const config = readHostConfig();
  return {
    ...config,
    homeDir,
    connections: { ...config.connections, path: join(homeDir, 'connections.json') },
    // Nothing looks for the kernels of a program that crashed.
    graceS: 0,
    python: python ?? config.python,
    sandbox: sandbox ?? config.sandbox,
    // A program has an OpenTelemetry SDK of its own, or none.
    exportsSpans: false,
    jupyter: kernels && 'url' in kernels ? toJupyter(kernels) : config.jupyter,
    models: toModels(model, { ...config.models, serversPath: join(homeDir, 'model-servers.json') }),
  };
}

function toJupyter({ url, token = '' }: JupyterAddress): Config['jupyter'] {
  return { url: String(url), token };
}

function toModel({ id, label = id, stream, ...profile }: CustomModel): Model {
  return { ...UNKNOWN_PROFILE, ...profile, info: { id, label, kind: 'custom' }, stream };
}

const UNKNOWN_PROFILE: ModelProfile = {
  nativeTools: false,
  vision: false,
  contextTokens: null,
  prices: null,
};

/** A model of the program's own leaves no configured one beside it. */
function toModels(model: ActbookOptions['model'], configured: Config['models']): Config['models'] {
  if (!model) return configured;
  const providers = 'stream' in model ? [] : [toProvider(model)];
  const defaultId = 'stream' in model ? null : model.modelId;
  return { ...configured, providers, defaultId, isDefaultFixed: true, serversPath: null, discover: [] };
}

function toProvider(server: ModelServer): Config['models']['providers'][number] {
  const { baseUrl, apiKey = 'none', modelId, nativeTools = false, vision = 'auto' } = server;
  const { contextTokens, prices } = server;
  const settings = {
    ...(vision === 'auto' ? {} : { vision: vision === 'on' }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(prices === undefined ? {} : { prices }),
  };
  return { name: null, baseUrl, apiKey, apiKeyEnv: null, nativeTools, models: { [modelId]: settings } };
}
