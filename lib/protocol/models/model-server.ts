/** Model servers that the user connected, as requests and replies have them. A reply never holds a key. */
import { z } from 'zod';
import { Usage } from '../runs/run.ts';
import { ModelEntry } from './model-catalog.ts';
import { ProviderKind } from './provider-kind.ts';

const Label = z.string().trim().min(1, 'enter a name').max(80);
const Address = z.string().trim().min(1, 'enter an address').max(2000);
/** Visible ASCII, as a header can carry it. */
const Key = z
  .string()
  .trim()
  .min(1, 'enter the key')
  .max(4096)
  .regex(/^[\x21-\x7e]+$/, 'it has characters that no key has');
const ModelName = z.string().trim().min(1).max(300);

export const NewServer = z.strictObject({
  kind: ProviderKind,
  /** Default: the name of its kind. */
  label: Label.optional(),
  address: Address,
  key: Key.optional(),
  /** Azure's `api-version`. */
  apiVersion: z.string().trim().max(40).optional(),
  /** Models to offer even if its server does not list them, such as Azure's deployments. */
  models: z.array(ModelName).max(100).optional(),
  /** Whether the first of `models` answers in new notebooks. */
  isDefault: z.boolean().optional(),
});
export type NewServer = z.input<typeof NewServer>;

export const ServerPatch = z.strictObject({
  label: Label.optional(),
  /** A new address takes a new key: the saved one belongs to the old address. */
  address: Address.optional(),
  /** `null` removes it. */
  key: Key.nullable().optional(),
  apiVersion: z.string().trim().max(40).nullable().optional(),
  models: z.array(ModelName).max(100).optional(),
  /** Whether the first of its models answers in new notebooks. `false` changes nothing if another server's does. */
  isDefault: z.boolean().optional(),
});
export type ServerPatch = z.input<typeof ServerPatch>;

export const ModelServer = z.object({
  /** What comes before the slash in the IDs of its models; empty for the server that the environment configures. */
  id: z.string(),
  label: z.string(),
  /** Null while nobody said and its address does not say. */
  kind: ProviderKind.nullable(),
  /** The address, without anything secret. */
  address: z.string(),
  apiVersion: z.string().optional(),
  models: z.array(z.string()),
  /** Where its key is kept. */
  key: z.enum(['none', 'saved', 'environment']),
  /** The last four characters of a saved key that is long enough to spare them. */
  keyEnd: z.string().optional(),
  /** The environment variable that holds its key. */
  keyVariable: z.string().optional(),
  /** Only one that was saved by the page or the command can be changed there. */
  setBy: z.enum(['user', 'environment', 'models-file']),
});
export type ModelServer = z.infer<typeof ModelServer>;

/** A server whose removal can be undone. */
export const RestorableServer = z.object({
  id: z.string(),
  label: z.string(),
  /** How long its key is still kept, milliseconds. */
  undoMs: z.number(),
});
export type RestorableServer = z.infer<typeof RestorableServer>;

export const ModelServers = z.object({
  servers: z.array(ModelServer),
  /** Removed a moment ago, the last first. */
  restorable: z.array(RestorableServer),
  /** ID of the model that answers in new notebooks. */
  defaultId: z.string(),
  /** Whether the environment decides that. */
  isDefaultFixed: z.boolean(),
  /** Why the file with the servers cannot be read, as a sentence. */
  problem: z.string().optional(),
});
export type ModelServers = z.infer<typeof ModelServers>;

export const ServerDraft = z.strictObject({
  /** A saved server, whose key is used unless the draft has another address or a key. */
  id: z.string().optional(),
  kind: ProviderKind.optional(),
  address: Address.optional(),
  key: Key.optional(),
  apiVersion: z.string().trim().max(40).optional(),
  /** The model to ask. Default: one that the server lists. */
  model: ModelName.optional(),
});
export type ServerDraft = z.input<typeof ServerDraft>;

export const ServerTest = z.object({
  kind: ProviderKind,
  /** Where it was asked, without anything secret. */
  address: z.string(),
  /** What the server offers; IDs are those of the server. */
  models: z.array(ModelEntry),
  /** Why there is no list, as a sentence; also when the server lists nothing by design. */
  listProblem: z.string().optional(),
  /** The model that was asked, and what its server says about it: absent fields are unknown. */
  model: ModelEntry.optional(),
  /** Its answer to one short question. */
  answer: z
    .object({
      text: z.string(),
      /** Time until the first piece of the answer, and to its end, milliseconds. */
      firstMs: z.number().int(),
      totalMs: z.number().int(),
      usage: Usage,
    })
    .optional(),
  /** Why it did not answer, as a sentence. */
  problem: z.string().optional(),
});
export type ServerTest = z.infer<typeof ServerTest>;
