/** Runs the scripted analysis through agent, HTTP and a real kernel, and keeps what every prompt took. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessages } from '../../lib/agent/prompt/prompt.ts';
import { CHARACTERS_PER_TOKEN } from '../../lib/observation/shorten/shorten-text.ts';
import type { Limits } from '../../lib/protocol/run-limits.ts';
import type { Session } from '../../lib/session/session.ts';
import {
  type AgentRun,
  createAgentSession,
  createTestModel,
} from '../../test/helpers/agent/agent-session.ts';
import type { TestProvider } from '../../test/helpers/kernel/kernel-provider.ts';
import {
  type ModelServerRequest,
  type ScriptedReply,
  startModelServer,
} from '../../test/helpers/model/model-server.ts';
import { ANSWER, FILES, REPLIES, SUMMARIES, TASK } from './scripted-analysis.ts';

export interface Prompt {
  step: number;
  /** Estimated tokens sent, and what keeping everything would have sent. */
  tokens: number;
  keptTokens: number;
  /** Tokens from the start that the prompt before began with too. */
  sameTokens: number;
  keptSameTokens: number;
}

export interface AnalysisRun extends AgentRun {
  prompts: Prompt[];
  /** Requests for a summary, and what else the server was asked, in order. */
  summaryRequests: ModelServerRequest[];
  requests: readonly ModelServerRequest[];
}

export interface RunAnalysisOptions {
  provider: TestProvider;
  limits?: Partial<Limits>;
  /** Answers after this many steps. Default: all 50. */
  stepCount?: number;
  /** Stands in for a step's reply; null leaves it. */
  intervene?(request: ModelServerRequest, step: number): ScriptedReply | null;
  /** Stands in for every summary. */
  summary?: string | ScriptedReply;
}

const EXAMPLES = join(import.meta.dirname, '../../examples');

export async function runAnalysis(options: RunAnalysisOptions): Promise<AnalysisRun> {
  const { provider, limits = {}, stepCount = REPLIES.length } = options;
  const workspace = `analysis-${crypto.randomUUID()}`;
  const kernel = await provider.start(workspace);
  for (const file of FILES) await cp(join(EXAMPLES, file), join(provider.workspacesDir, workspace, file));
  const summaryRequests: ModelServerRequest[] = [];
  let step = 0;
  const server = await startModelServer((request) => {
    if (isSummaryRequest(request)) {
      summaryRequests.push(request);
      return options.summary ?? SUMMARIES[summaryRequests.length - 1] ?? SUMMARIES.at(-1) ?? '';
    }
    const instead = options.intervene?.(request, step + 1);
    return instead ?? { text: REPLIES.slice(0, stepCount)[step++] ?? ANSWER, chunkLength: 400 };
  });
  const agent = createAgentSession(kernel, createTestModel(server));
  const kept: string[] = [];
  try {
    const run = await agent.run(TASK, {
      limits: { maxSteps: 60, maxTokens: 10_000_000, ...limits },
      onEvent: (event, session) => {
        if (event.type === 'step-start') kept.push(JSON.stringify(keepEverything(session, event.runId)));
      },
    });
    const sent = server.requests.filter((request) => !isSummaryRequest(request));
    const prompts = toPrompts(
      sent.map(({ messages }) => JSON.stringify(messages)),
      kept,
    );
    return { ...run, prompts, summaryRequests, requests: server.requests };
  } finally {
    await kernel.dispose();
    await server.close();
  }
}

function isSummaryRequest({ messages }: ModelServerRequest): boolean {
  return String(messages[0]?.content).startsWith('You keep the notes');
}

/** The prompt as it would be had nothing been shortened or summed up. */
function keepEverything(session: Session, runId: string) {
  const runs = session.runs.map((run) => ({ ...run, compactions: [] }));
  return toMessages({ ...session, runs }, runId);
}

function toPrompts(sent: readonly string[], kept: readonly string[]): Prompt[] {
  return sent.map((text, index) => ({
    step: index + 1,
    tokens: toTokens(text.length),
    keptTokens: toTokens(kept[index]?.length ?? 0),
    sameTokens: toTokens(countSame(sent[index - 1] ?? '', text)),
    keptSameTokens: toTokens(countSame(kept[index - 1] ?? '', kept[index] ?? '')),
  }));
}

function toTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

function countSame(left: string, right: string): number {
  let count = 0;
  while (count < left.length && left[count] === right[count]) count++;
  return count;
}
