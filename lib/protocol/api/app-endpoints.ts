/** What Actbook on this machine has and allows. */
import { z } from 'zod';
import { ContextChange } from '../files/context-change.ts';
import { KernelSpec } from '../kernel/kernel-spec.ts';
import { SandboxStatus } from '../kernel/sandbox-status.ts';
import { ModelProvider, RemovedProvider } from '../models/model-catalog.ts';
import { ModelInfo } from '../runs/run.ts';
import type { Endpoints } from './api-endpoint.ts';

export const APP_ENDPOINTS = {
  readHealth: {
    summary: 'Reports that the server answers.',
    status: 200,
    reply: z.object({ status: z.literal('ok') }),
  },
  readOpenApi: {
    summary: 'Returns this API as an OpenAPI 3.1 document.',
    status: 200,
    reply: z.record(z.string(), z.unknown()),
  },
  listModels: {
    summary: 'Lists the [models](#models) to choose from, by server.',
    note: '`fresh=1` asks the servers again.',
    query: z.object({ fresh: z.literal('1').optional() }),
    status: 200,
    reply: z.object({
      /** Models that are configured, the default first. */
      models: z.array(ModelInfo),
      defaultId: z.string().optional(),
      /** How answers are reviewed where a run does not say; null: not at all. */
      review: z.object({ model: z.string().optional() }).nullable(),
      providers: z.array(ModelProvider),
      /** Servers that the user removed; models of notebooks may still be theirs. */
      removed: z.array(RemovedProvider),
    }),
  },
  listKernels: {
    summary: 'Lists the kernels that a session can use.',
    status: 200,
    reply: z.object({ kernelspecs: z.array(KernelSpec) }),
    errors: ['kernel-unavailable', 'sandbox-unavailable'],
  },
  readSandbox: {
    summary: 'Reports how code is isolated on this machine.',
    note: '`isolation` is null while no code can run.',
    status: 200,
    reply: SandboxStatus,
  },
  consentToNoSandbox: {
    summary: 'Gives or withdraws consent to run code without isolation on this machine.',
    note: '409 if isolation works. Withdrawing consent ends all kernels.',
    body: z.object({ isAgreed: z.boolean() }),
    status: 200,
    reply: SandboxStatus,
    errors: ['conflict'],
  },
  readHomeContext: {
    summary: 'Returns the `CONTEXT.md` that [counts for all notebooks](context.md#definitions).',
    note: 'Empty where there is none.',
    status: 200,
    reply: ContextChange.pick({ text: true }),
  },
  writeHomeContext: {
    summary: 'Replaces the `CONTEXT.md` that counts for all notebooks.',
    note: '`was` is the text as you read it; 409 if it is another by now.',
    body: ContextChange,
    status: 204,
    errors: ['conflict'],
  },
} as const satisfies Endpoints;
