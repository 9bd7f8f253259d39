/** A session driven as the runtime drives it, without a store: events are folded as they come. */
import { runAgent } from '../../../lib/agent/loop/run-agent.ts';
import type { RunInput, Screening } from '../../../lib/agent/run-context.ts';
import type { Kernel, KernelStatusChange } from '../../../lib/kernel/kernel.ts';
import type { LanguageModel, Model } from '../../../lib/model/model.ts';
import { createOpenaiModel, type OpenaiModelOptions } from '../../../lib/model/openai/openai-model.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../lib/protocol/run-limits.ts';
import type { ApprovalMode } from '../../../lib/protocol/runs/run.ts';
import { applyEvent } from '../../../lib/session/fold/apply-event.ts';
import { type Cell, createSession, type Run, type Session } from '../../../lib/session/session.ts';
import type { ModelServer } from '../model/model-server.ts';

export interface AgentRun {
  events: EventBody[];
  run: Run;
  /** Cells of this run without the task. */
  cells: Cell[];
  /** Source of the answer cell, or null. */
  answer: string | null;
}

export interface AgentRunOptions {
  tools?: string;
  schema?: Record<string, unknown>;
  limits?: Partial<Limits>;
  signal?: AbortSignal;
  reviewer?: LanguageModel;
  screening?: Screening;
  approval?: ApprovalMode;
  onApproval?: RunInput['onApproval'];
  prompt?: RunInput['prompt'];
  hostTools?: RunInput['hostTools'];
  toolProblems?: RunInput['toolProblems'];
  onInput?: RunInput['onInput'];
  onInterrupt?: RunInput['onInterrupt'];
  /** Sees every event after it was folded. */
  onEvent?(event: EventBody, session: Session): void;
}

export interface AgentSession {
  readonly session: Session;
  run(task: string, options?: AgentRunOptions): Promise<AgentRun>;
  /** Folds an event that does not come from the agent. */
  apply(event: EventBody): void;
}

export function createAgentSession(kernel: Kernel, model: Model): AgentSession {
  let session = createSession('s-1');
  const apply = (event: EventBody) => {
    session = applyEvent(session, event);
  };
  apply({ type: 'session-start', title: 'Test', kernelName: 'python3' });
  let runs = 0;

  async function run(text: string, options: AgentRunOptions = {}): Promise<AgentRun> {
    const runId = `r-${++runs}`;
    const {
      tools,
      signal = new AbortController().signal,
      prompt,
      hostTools,
      toolProblems,
      screening,
      onEvent,
    } = options;
    const { schema } = options;
    const task = {
      text,
      files: [],
      ...(tools === undefined ? {} : { tools }),
      ...(schema === undefined ? {} : { schema }),
    };
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    const reviewer = options.reviewer ? { reviewer: options.reviewer.info } : {};
    const { approval = 'never' } = options;
    apply({ type: 'run-start', runId, task, model: model.info, ...reviewer, limits, approval });
    const events: EventBody[] = [];
    const follow = (change: KernelStatusChange) => apply({ type: 'kernel-status', ...change });
    follow({ status: kernel.status, info: kernel.info });
    const unfollow = kernel.onStatus(follow);
    for await (const event of runAgent({
      get session() {
        return session;
      },
      runId,
      model,
      reviewer: options.reviewer ?? null,
      kernel,
      signal,
      onLate: apply,
      ...(screening ? { screening } : {}),
      ...(prompt ? { prompt } : {}),
      ...(hostTools ? { hostTools } : {}),
      ...(toolProblems ? { toolProblems } : {}),
      ...listen(options),
    })) {
      apply(event);
      events.push(event);
      onEvent?.(event, session);
    }
    unfollow();
    return { events, ...collect(session, runId) };
  }

  return {
    get session() {
      return session;
    },
    run,
    apply,
  };
}

/** The session once its run `r-1` has ended, which a crash left like this. */
export async function resume(
  left: Session,
  options: Pick<RunInput, 'model' | 'kernel'> & Partial<RunInput>,
): Promise<Session> {
  const { signal } = new AbortController();
  const { status, info } = options.kernel;
  let session = applyEvent(left, { type: 'kernel-status', status, info });
  const events = runAgent({
    runId: 'r-1',
    resumedAfterMs: 1,
    signal,
    ...options,
    get session() {
      return session;
    },
  });
  for await (const event of events) session = applyEvent(session, event);
  return session;
}

function listen(options: AgentRunOptions): Pick<RunInput, 'onInput' | 'onInterrupt' | 'onApproval'> {
  const { onInput, onInterrupt, onApproval } = options;
  return {
    ...(onInput ? { onInput } : {}),
    ...(onInterrupt ? { onInterrupt } : {}),
    ...(onApproval ? { onApproval } : {}),
  };
}

function collect(session: Session, runId: string): Omit<AgentRun, 'events'> {
  const run = session.runs.find(({ id }) => id === runId);
  if (!run) throw new Error(`The fold lost ${runId}.`);
  const cells = session.cells.filter((cell) => cell.runId === runId && cell.role !== 'task');
  return { run, cells, answer: cells.find(({ role }) => role === 'answer')?.source ?? null };
}

export type TestModelOptions = Partial<Omit<OpenaiModelOptions, 'baseUrl'>>;

/** The real client against a scripted server. */
export function createTestModel({ baseUrl }: ModelServer, options: TestModelOptions = {}): LanguageModel {
  const identity = { apiKey: 'test-key-123456', baseUrl, modelId: 'scripted' };
  return createOpenaiModel({ ...identity, nativeTools: false, vision: false, ...options });
}

/** Standard output of a cell. */
export function readStdout(cell: Cell | undefined): string {
  const outputs = cell?.outputs ?? [];
  return outputs.map((output) => (output.output_type === 'stream' ? output.text : '')).join('');
}
