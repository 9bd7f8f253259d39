/** A session that a client works in: what is chosen for it, and the turn that is under way. */
import type {
  AgentContext,
  ClientCapabilities,
  ContentBlock,
  PromptResponse,
  SessionConfigOption,
  SessionModeState,
} from '@agentclientprotocol/sdk/unstable';
import {
  APPROVAL_OPTION,
  MODEL_OPTION,
  parseApproval,
  toConfigOptions,
  toModes,
} from '../../lib/acp/config-options.ts';
import type { Container } from '../../lib/app/container.ts';
import type { ApprovalMode } from '../../lib/protocol/runs/run.ts';
import { findApproval } from '../../lib/session/view/runs/find-approval.ts';
import { AppError } from '../../lib/util/app-error.ts';
import type { AcpHosts, HostModels } from './acp-hosts.ts';
import { toPageUrl } from './client-desk.ts';
import type { FolderNotes } from './client-folder.ts';
import { runTurn } from './run-turn.ts';

export interface AcpSession {
  readonly id: string;
  /** Throws AppError `conflict` while another question is being answered. */
  prompt(blocks: readonly ContentBlock[], client: AgentContext): Promise<PromptResponse>;
  /** Stops the turn; resolves at once. */
  cancel(): void;
  describe(): Promise<{ modes: SessionModeState; configOptions: SessionConfigOption[] }>;
  /** Throws AppError `bad-request`. */
  choose(optionId: string, value: unknown): Promise<void>;
}

export interface AcpSessionDeps {
  container: Container;
  hosts: AcpHosts;
  notes: FolderNotes;
  capabilities: ClientCapabilities;
}

interface AcpSessionStart {
  id: string;
  cwd: string;
  /** Sentences for the first turn: what the user should know, and what explains the work. */
  news: readonly string[];
  hints: readonly string[];
}

export function createAcpSession(
  deps: AcpSessionDeps,
  { id, cwd, news, hints }: AcpSessionStart,
): AcpSession {
  const { container, hosts } = deps;
  const { sessions } = container.runtime;
  const chosen: { model?: string; approval?: ApprovalMode } = {};
  let untold = { news, hints };
  let isTold = false;
  let stopping: AbortController | null = null;

  const listModels = async () => (await hosts.find(id)).listModels();

  return {
    id,
    prompt: async (blocks, client) => {
      if (stopping) throw new AppError('conflict', BUSY);
      stopping = new AbortController();
      try {
        const host = await hosts.find(id);
        hosts.keep(id, host);
        // Clients show less of outputs than the page, and no variables.
        const page = host.url === null || isTold ? [] : [`Notebook: ${toPageUrl(host.url, id)}`];
        const told = { news: [...untold.news, ...page], hints: untold.hints };
        untold = { news: [], hints: [] };
        isTold = true;
        const { providers } = await host.listModels().catch(() => NO_MODELS);
        return await runTurn({
          ...deps,
          ...{ client, host, cwd, blocks, sessionId: id, request: chosen, ...told },
          models: providers.flatMap(({ models }) => models),
          stopping: stopping.signal,
        });
      } finally {
        stopping = null;
      }
    },
    cancel: () => stopping?.abort(),
    describe: async () => {
      const session = await sessions.read(id);
      const approval = chosen.approval ?? findApproval(session);
      const { providers, defaultId } = await listModels().catch(() => NO_MODELS);
      const modelId = chosen.model ?? session.model?.id ?? defaultId;
      const configOptions = toConfigOptions({ modelId, approval }, providers);
      return { modes: toModes({ approval }), configOptions };
    },
    choose: async (optionId, value) => {
      if (optionId === APPROVAL_OPTION) chosen.approval = parseApproval(value);
      else if (optionId === MODEL_OPTION) {
        const models = (await listModels()).providers.flatMap((provider) => provider.models);
        const model = models.find((each) => each.id === value);
        if (!model) throw new AppError('bad-request', `There is no model “${String(value)}”.`);
        chosen.model = model.id;
      } else throw new AppError('bad-request', `There is no option “${optionId}”.`);
    },
  };
}

/** A session can be opened while its app does not answer. */
const NO_MODELS: HostModels = { providers: [] };
const BUSY = 'A question of this session is still being answered. Stop it first.';
