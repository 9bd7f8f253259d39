/** The step of a model that plans: what it hands over is the action, and nothing of it is read as a reply. */
import { z } from 'zod';
import { findLanguage } from '../../execution/languages/find-language.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { DataReader, Planner } from '../../model/model.ts';
import { createId } from '../../protocol/id.ts';
import { NO_USAGE } from '../../protocol/runs/usage.ts';
import { FileFormat } from '../../protocol/tables/file-format.ts';
import { FileHead } from '../../protocol/tables/file-head.ts';
import { TableFacts } from '../../protocol/tables/table-facts.ts';
import { EXECUTE_TOOL } from '../reply/action.ts';
import type { RunContext } from '../run-context.ts';
import type { Asking } from './ask-model.ts';

/** Never throws: see {@link askModel}. In the log, and so in the prompts of other models, code is a call of their tool. */
export async function* followPlan(planner: Planner, context: RunContext, step: number): Asking {
  const { session, runId, kernel, signal } = context;
  const nothing = { text: '', toolCalls: [], usage: NO_USAGE };
  try {
    const data = createDataReader(kernel);
    const { text, code, finishReason } = await planner.plan({ session, runId, data }, signal);
    yield { type: 'text-delta', runId, step, text };
    const reply = { ...nothing, text, finishReason };
    if (code === undefined) return { ...reply, action: { type: 'answer', text } };
    const id = createId('call');
    const toolCalls = [{ id, name: EXECUTE_TOOL, arguments: JSON.stringify({ code }) }];
    const segments = [
      { type: 'prose', text } as const,
      { type: 'code', source: code, toolCallId: id } as const,
    ];
    return { ...reply, toolCalls, action: { type: 'code', segments } };
  } catch (failure) {
    return { ...nothing, finishReason: 'error', failure };
  }
}

/** Undefined in a language that has no tables. What code in the kernel answers is not to be trusted with a form of its own. */
function createDataReader(kernel: Kernel): DataReader | undefined {
  const { data } = findLanguage(kernel);
  return (
    data && {
      findFormat: async (file) => FileFormat.safeParse(await data.findFormat(kernel, file)).data ?? null,
      describeHead: async (file) => FileHead.safeParse(await data.describeHead(kernel, file)).data ?? null,
      describeTables: async (names) =>
        z.array(TableFacts).safeParse(await data.describeTables(kernel, names)).data ?? null,
    }
  );
}
