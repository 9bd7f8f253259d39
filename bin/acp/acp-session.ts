/** A session that a client works in: what is chosen for it, and the turn that is under way. */
import {
  type AgentContext,
  type ClientCapabilities,
  type ContentBlock,
  methods,
  type PromptResponse,
  type SessionConfigOption,
  type SessionModeState,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable';
import {
  APPROVAL_OPTION,
  MODEL_OPTION,
  parseApproval,
  toConfigOptions,
  toModes,
} from '../../lib/acp/config-options.ts';
import type { Container } from '../../lib/app/container.ts';
import { readEvents } from '../../lib/protocol/events/read-events.ts';
import type { ApprovalMode } from '../../lib/protocol/runs/run.ts';
import { findApproval, pickStricter } from '../../lib/session/view/runs/find-approval.ts';
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
  /** Throws AppError `bad-request`, and `forbidden` for a mode that is less strict than what was chosen elsewhere. */
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
  const chosen: { model?: string } = {};
  /** The mode that was last chosen elsewhere, and where the log stood before this client chose another. */
  let own: { least: ApprovalMode; seq: number } | null = null;
  let shownMode: ApprovalMode = 'never';
  let untold = { news, hints };
  let isTold = false;
  let stopping: AbortController | null = null;

  // A client may send a mode that nobody has chosen now, such as the last one that it knew.
  async function chooseApproval(mode: ApprovalMode): Promise<void> {
    const session = await sessions.read(id);
    const now = findApproval(session);
    if (mode === now) return;
    const since = own ? await readEvents(container.store, id, own.seq) : [];
    const isOwn = since.filter(({ type }) => type === 'approval-change').length === 1;
    const least = own && isOwn ? own.least : now;
    if (pickStricter(mode, least) !== mode) throw new AppError('forbidden', ONLY_ON_PAGE);
    await (await hosts.find(id)).chooseApproval(id, mode);
    own = { least, seq: session.seq };
    shownMode = mode;
  }

  async function describe() {
    const session = await sessions.read(id);
    const approval = findApproval(session);
    const { providers, defaultId } = await listModels().catch(() => NO_MODELS);
    const modelId = chosen.model ?? session.model?.id ?? defaultId;
    shownMode = approval;
    return { modes: toModes({ approval }), configOptions: toConfigOptions({ modelId, approval }, providers) };
  }

  /** The user may have chosen another mode on the page. */
  async function showMode(client: AgentContext): Promise<void> {
    if (findApproval(await sessions.read(id)) === shownMode) return;
    const { modes, configOptions } = await describe();
    const updates: SessionUpdate[] = [
      { sessionUpdate: 'current_mode_update', currentModeId: modes.currentModeId },
      { sessionUpdate: 'config_option_update', configOptions },
    ];
    for (const update of updates)
      await client.notify(methods.client.session.update, { sessionId: id, update });
  }

  const listModels = async () => (await hosts.find(id)).listModels();

  return {
    id,
    prompt: async (blocks, client) => {
      if (stopping) throw new AppError('conflict', BUSY);
      stopping = new AbortController();
      try {
        await showMode(client);
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
    describe,
    choose: async (optionId, value) => {
      if (optionId === APPROVAL_OPTION) await chooseApproval(parseApproval(value));
      else if (optionId === MODEL_OPTION) {
        const models = (await listModels()).providers.flatMap((provider) => provider.models);
        const model = models.find((each) => each.id === value);
        if (!model) throw new AppError('bad-request', `Actbook has no model “${String(value)}”.`);
        chosen.model = model.id;
      } else throw new AppError('bad-request', `Sessions have no option “${optionId}”.`);
    },
  };
}

/** A session can be opened while its app does not answer. */
const NO_MODELS: HostModels = { providers: [] };
const ONLY_ON_PAGE = 'In this session, less code can wait for approval only if you choose that on the page.';
const BUSY = 'A question of this session is still being answered. Stop it first.';
