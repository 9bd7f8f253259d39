/** Which model servers are configured: by the environment for one, by a file for several. Part of config.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { NO_KEY, ProviderKind } from '../protocol/models/provider-kind.ts';
import { Prices, type Reviewer } from '../protocol/runs/run.ts';
import { AppError } from '../util/app-error.ts';

/** What the user says of a model; it counts before anything its server says. */
const ModelSettings = z.strictObject({
  label: z.string().min(1).optional(),
  contextTokens: z.number().int().positive().optional(),
  vision: z.boolean().optional(),
  nativeTools: z.boolean().optional(),
  prices: z.strictObject(Prices.shape).optional(),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

const ProviderSettings = z.strictObject({
  label: z.string().min(1).optional(),
  /** What kind of server it is. Default: recognized. */
  profile: ProviderKind.optional(),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Name of the variable that holds the key, never the key itself. */
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .optional(),
  /** Azure's `api-version`. */
  apiVersion: z.string().optional(),
  nativeTools: z.boolean().optional(),
  /** Models that its list lacks, and what is said of those it has. */
  models: z.record(z.string().min(1), ModelSettings).optional(),
});

const ModelsFile = z.strictObject({
  /** Id of the model that answers when none is chosen: `provider/model`. */
  default: z.string().optional(),
  providers: z.record(z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'names are a-z, 0-9 and -'), ProviderSettings),
});

export interface ProviderConfig {
  /** Name in the file; null for the one that the environment configures, whose models have no prefix. */
  name: string | null;
  label?: string | undefined;
  profile?: ProviderKind | undefined;
  /** Undefined: OpenAI's own servers. */
  baseUrl: string | undefined;
  apiKey: string;
  /** The variable that holds its key; null: it has none. */
  apiKeyEnv: string | null;
  /** Whether the user connected it in the page or with the command. */
  isSaved?: boolean;
  apiVersion?: string | undefined;
  nativeTools: boolean;
  models: Record<string, ModelSettings>;
}

export interface ModelConfig {
  providers: ProviderConfig[];
  /** Null: none is configured here; the file of saved servers may name one. */
  defaultId: string | null;
  /** Whether variables set `defaultId`, so that nothing else can. */
  isDefaultFixed: boolean;
  /** Where the model servers that the user connects are saved, with their keys; null: nowhere, and there are none. */
  serversPath: string | null;
  /** Addresses where an Ollama or LM Studio is looked for. */
  discover: string[];
  /** Whether answers are reviewed when nobody says, and by which model; default: the one that answers. */
  review: Reviewer | null;
}

const DEFAULT_MODEL_ID = 'gpt-5.1';
/** Where Ollama and LM Studio listen by default. */
const LOCAL_SERVERS = ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:1234/v1'];

/** Throws AppError `bad-request` for a file that cannot be read. */
export function readModelConfig(env: NodeJS.ProcessEnv, homeDir: string): ModelConfig {
  const own = readOwnProvider(env);
  const file = readModelsFile(env.ACTBOOK_MODELS || `${homeDir}/models.json`, Boolean(env.ACTBOOK_MODELS));
  const others = Object.entries(file.providers).map(([name, settings]): ProviderConfig => {
    const { apiKeyEnv = null, nativeTools = false, models = {}, baseUrl, ...rest } = settings;
    const apiKey = (apiKeyEnv === null ? null : env[apiKeyEnv]) || NO_KEY;
    return { name, apiKey, apiKeyEnv, nativeTools, models, baseUrl, ...rest };
  });
  return {
    providers: [...own, ...others],
    defaultId:
      own.length > 0 ? env.ACTBOOK_MODEL || DEFAULT_MODEL_ID : findDefault(env, file.default, others),
    isDefaultFixed: own.length > 0 || Boolean(env.ACTBOOK_MODEL),
    serversPath: join(homeDir, 'model-servers.json'),
    discover: readDiscover(env.ACTBOOK_DISCOVER),
    review: readReview(env.ACTBOOK_REVIEW),
  };
}

function readOwnProvider(env: NodeJS.ProcessEnv): ProviderConfig[] {
  if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) return [];
  return [
    {
      name: null,
      baseUrl: env.OPENAI_BASE_URL || undefined,
      apiKey: env.OPENAI_API_KEY || NO_KEY,
      apiKeyEnv: 'OPENAI_API_KEY',
      apiVersion: env.OPENAI_API_VERSION || undefined,
      nativeTools: env.ACTBOOK_NATIVE_TOOLS === '1',
      models: { [env.ACTBOOK_MODEL || DEFAULT_MODEL_ID]: readVision(env.ACTBOOK_VISION) },
    },
  ];
}

/** Whether the model is sent images: `on`, `off`, or as its server says. */
function readVision(value: string | undefined): ModelSettings {
  return value === 'on' || value === 'off' ? { vision: value === 'on' } : {};
}

function findDefault(
  env: NodeJS.ProcessEnv,
  written: string | undefined,
  providers: readonly ProviderConfig[],
): string | null {
  const [first] = providers.flatMap(({ name, models }) => Object.keys(models).map((id) => `${name}/${id}`));
  return env.ACTBOOK_MODEL || written || first || null;
}

function readModelsFile(path: string, isWanted: boolean): z.infer<typeof ModelsFile> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (!isWanted) return { providers: {} };
    throw new AppError('bad-request', `The models file ${path} cannot be read.`, { cause: error });
  }
  try {
    return ModelsFile.parse(JSON.parse(text));
  } catch (error) {
    throw new AppError('bad-request', `The models file ${path} is not valid. ${explain(error)}`, {
      cause: error,
    });
  }
}

function explain(error: unknown): string {
  if (!(error instanceof z.ZodError)) return 'It is not valid JSON.';
  const issue = error.issues[0];
  return `At ${issue?.path.join('.') || 'its top'}: ${issue?.message}.`;
}

function readDiscover(value: string | undefined): string[] {
  if (value === undefined || value === '' || value === 'on') return LOCAL_SERVERS;
  return value.split(',').flatMap((address) => {
    const url = URL.parse(address.trim());
    return url ? [url.pathname === '/' ? `${url.origin}/v1` : url.href] : [];
  });
}

function readReview(value: string | undefined): ModelConfig['review'] {
  if (!value || value === 'off' || value === '0') return null;
  return value === 'on' || value === '1' ? {} : { model: value };
}
