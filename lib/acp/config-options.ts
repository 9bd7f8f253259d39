/** What the user can choose for a session, as clients show it: the model, and which code waits for approval. */
import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk/unstable';
import type { ModelProvider } from '../protocol/models/model-catalog.ts';
import { ApprovalMode } from '../protocol/runs/run.ts';
import { AppError } from '../util/app-error.ts';

export const MODEL_OPTION = 'model';
export const APPROVAL_OPTION = 'approval';

const APPROVALS: Record<ApprovalMode, { name: string; description: string }> = {
  never: {
    name: 'Run code',
    description: 'Code runs without asking you. Only adding packages waits for your approval.',
  },
  risky: { name: 'Ask before risky code', description: 'Code that may do harm waits for your approval.' },
  always: { name: 'Ask before all code', description: 'All code waits for your approval.' },
};

export interface SessionChoice {
  /** Undefined where it is not known which model answers. */
  readonly modelId: string | undefined;
  readonly approval: ApprovalMode;
}

/** Newer clients show these. A model that is not among those that can be chosen is there all the same, by its ID. */
export function toConfigOptions(
  { modelId, approval }: SessionChoice,
  providers: readonly ModelProvider[],
): SessionConfigOption[] {
  const models = providers.flatMap((provider) =>
    provider.models.map(({ id, label }) => ({ value: id, name: label, description: provider.label })),
  );
  const isListed = models.some(({ value }) => value === modelId);
  const choices = modelId === undefined || isListed ? models : [{ value: modelId, name: modelId }, ...models];
  const options = ApprovalMode.options.map((mode) => ({ value: mode, ...APPROVALS[mode] }));
  return [
    ...(modelId !== undefined
      ? [
          {
            ...{ id: MODEL_OPTION, name: 'Model', category: 'model', type: 'select' as const },
            currentValue: modelId,
            options: choices,
          },
        ]
      : []),
    {
      ...{ id: APPROVAL_OPTION, name: 'Approval', category: 'mode', type: 'select' as const },
      currentValue: approval,
      options,
    },
  ];
}

/** The same for clients that know no options. */
export function toModes({ approval }: Pick<SessionChoice, 'approval'>): SessionModeState {
  return {
    currentModeId: approval,
    availableModes: ApprovalMode.options.map((id) => ({ id, ...APPROVALS[id] })),
  };
}

/** Throws AppError `bad-request`. */
export function parseApproval(value: unknown): ApprovalMode {
  const { data } = ApprovalMode.safeParse(value);
  if (data === undefined)
    throw new AppError('bad-request', `The modes are ${ApprovalMode.options.join(', ')}.`);
  return data;
}
