/** Questions to the agent: asked, followed, answered back, and stopped. */
import type { ContentBlock } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { readEvents } from '../../protocol/events/read-events.ts';
import { MAX_AGENTS } from '../../protocol/runs/run.ts';
import { findActiveRun, findRun, type Session } from '../../session/session.ts';
import { findApproval, pickStricter } from '../../session/view/runs/find-approval.ts';
import { AppError } from '../../util/app-error.ts';
import { describeRun } from '../describe/describe-run.ts';
import { describeSince } from '../describe/describe-since.ts';
import { describeState, isAsking, isAtWork } from '../describe/describe-state.ts';
import { toContent } from '../describe/to-content.ts';
import { defineMcpTool, type McpTool, type ToolContext } from '../mcp-tool.ts';
import { waitUntil } from '../wait-until.ts';
import { notebook, readNotebook, waitS } from './arguments.ts';

/** How long a stop is waited for, seconds. */
const STOPPING_S = 15;

const ask = defineMcpTool({
  name: 'ask',
  title: 'Ask the agent',
  description:
    'Has Actbook’s agent answer a question about data by writing and running code in a notebook. Returns the answer with the code, its outputs, and whether each number of the answer is in an output; or, when the wait is over, what is known so far: then call check.',
  input: z.object({
    question: z.string().min(1).describe('The whole question, with everything the agent has to know'),
    notebook: z
      .string()
      .optional()
      .describe('ID of the notebook, to follow up with its variables and files; default: a new one'),
    files: z.array(z.string()).optional().describe('Names of files in the notebook that it is about'),
    model: z.string().optional().describe('Model ID; default: that of the notebook'),
    agents: z
      .int()
      .min(0)
      .max(MAX_AGENTS)
      .optional()
      .describe('How many parts it may hand to other agents; default: none'),
    wait_s: waitS,
  }),
  run: async ({ question, notebook: id, files, model, agents, wait_s }, context) => {
    const { sessions } = context.runtime;
    const sessionId = id ?? (await sessions.create());
    const before = await readNotebook(context, sessionId);
    try {
      return await startRun(context, before, { task: question, files, model, agents }, wait_s);
    } catch (error) {
      // A question that cannot be asked leaves no notebook behind.
      if (id === undefined && (await sessions.read(sessionId)).runs.length === 0)
        await sessions.delete(sessionId);
      throw error;
    }
  },
});

const check = defineMcpTool({
  name: 'check',
  title: 'Wait and see',
  description:
    'Waits until nothing runs in the notebook, or something asks for an answer, and returns what happened since the cursor: cells with their outputs, the answer, and what waits for the user. Changes nothing.',
  input: z.object({
    notebook,
    after: z
      .int()
      .min(0)
      .optional()
      .describe('Cursor of an earlier result; default: only the state and the last answer'),
    wait_s: waitS,
  }),
  hints: { readOnlyHint: true },
  run: async ({ notebook: id, after, wait_s }, context) => {
    const before = await readNotebook(context, id);
    const isOver = (session: Session) =>
      !isAtWork(session) || session.cells.some(({ pendingInputs }) => pendingInputs.length > 0);
    const session = await waitUntil(context, id, { afterSeq: before.seq, waitS: wait_s, isOver });
    return describe(context, session, after ?? session.seq);
  },
});

const reply = defineMcpTool({
  name: 'reply',
  title: 'Answer what is asked',
  description:
    'Answers what waits in the notebook: input() of running code, or the agent’s question before it answers. While the agent works and asks nothing, the text is a message to it. Approvals cannot be given by any tool.',
  input: z.object({ notebook, text: z.string(), wait_s: waitS }),
  run: async ({ notebook: id, text, wait_s }, context) => {
    const before = await readNotebook(context, id);
    const { runtime } = context;
    const open = before.cells.flatMap(({ pendingInputs }) => pendingInputs);
    const [input] = open.filter(({ password }) => !password);
    if (input) await runtime.inputs.reply(id, input.requestId, text);
    else if (open.length > 0) throw new AppError('forbidden', PASSWORD);
    else {
      const run = findActiveRun(before);
      if (run) {
        const mode = findApproval(before, run.approval);
        if (pickStricter(mode, context.container.config.programApproval) !== mode)
          throw new AppError('forbidden', LESS_STRICT);
        await runtime.runs.steer(id, run.id, { text });
      } else if (before.runs.at(-1)?.outcome?.status === 'asked')
        return startRun(context, before, { task: text }, wait_s);
      else throw new AppError('conflict', NOTHING_ASKED);
    }
    const session = await waitUntil(context, id, {
      afterSeq: before.seq,
      waitS: wait_s,
      isOver: (now, event) => event !== undefined && (!isAtWork(now) || isAsking(now)),
    });
    return describe(context, session, before.seq);
  },
});

const stop = defineMcpTool({
  name: 'stop',
  title: 'Stop what runs',
  description:
    'Stops the agent’s run, or interrupts the running cell, and takes waiting cells out of the queue; stops a verification. Variables stay.',
  input: z.object({ notebook }),
  run: async ({ notebook: id }, context) => {
    const before = await readNotebook(context, id);
    const { runs, kernels } = context.runtime;
    const wasVerifying = context.container.stopVerification(id);
    const run = findActiveRun(before);
    if (run) await runs.cancel(id, run.id);
    else if (isAtWork(before)) await kernels.control(id, { action: 'interrupt' });
    else if (!wasVerifying) throw new AppError('conflict', NOTHING_RUNS);
    const session = await waitUntil(context, id, {
      afterSeq: before.seq,
      waitS: STOPPING_S,
      isOver: (now) => !isAtWork(now),
    });
    return describe(context, session, before.seq, wasVerifying ? 'The verification was stopped.' : '');
  },
});

export const RUN_TOOLS: readonly McpTool[] = [ask, check, reply, stop];

const PASSWORD = 'The code asks for a password. Only the user can answer, on the page.';
const LESS_STRICT =
  'The user’s run needs fewer approvals than yours would, so it takes no messages from you. Call ask after it has ended.';
const NOTHING_RUNS = 'Neither the agent, nor a cell, nor a verification is running in this notebook.';
const NOTHING_ASKED = 'Nothing in this notebook waits for an answer. To ask the agent something, call ask.';

interface Asked {
  task: string;
  files?: string[] | undefined;
  model?: string | undefined;
  agents?: number | undefined;
}

async function startRun(
  context: ToolContext,
  before: Session,
  { task, files, model, agents }: Asked,
  wait: number,
): Promise<ContentBlock[]> {
  const { runtime } = context;
  context.attend(before.id);
  const runId = await runtime.runs.start(before.id, {
    task,
    ...(files ? { files } : {}),
    ...(model === undefined ? {} : { model }),
    ...(agents === undefined ? {} : { agents }),
  });
  const isOver = (now: Session) => findRun(now, runId)?.outcome !== null || isAsking(now);
  const session = await waitUntil(context, before.id, { afterSeq: before.seq, waitS: wait, isOver });
  return describe(context, session, before.seq);
}

/** What happened since then. */
async function describe(
  context: ToolContext,
  session: Session,
  after: number,
  news = '',
): Promise<ContentBlock[]> {
  const { container, origin } = context;
  const events = after < session.seq ? await readEvents(container.store, session.id, after) : [];
  const run = session.runs.at(-1);
  const parts = [
    describeState(session, origin),
    news,
    ...describeSince(session, events),
    run ? `run: ${run.id}\n${describeRun(session, run)}`.trimEnd() : '',
  ];
  return toContent(parts, container.blobs.get);
}
