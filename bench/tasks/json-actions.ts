/**
 * A model that acts by one JSON tool call a step, for the agent as it is: the model is offered the data tools, and its
 * call continues as code of the same kernel. Loop, digests and prompts are those of code actions.
 */
import type { LanguageModel, ModelEvent, ModelMessage, ModelRequest } from '../../lib/model/model.ts';
import { createId } from '../../lib/protocol/id.ts';
import { TOOL_SPECS, toPython } from './data-tools.ts';

const INSTRUCTION = `You are a careful data analyst. You answer by calling data tools, one a step, and by reading what they show.

- Call exactly one tool, then wait for its result. You cannot run code.
- Tables that tools made stay for later steps.
- When a call fails, read the error, correct the cause and go on.
- When you know the answer, reply in Markdown without calling a tool: that ends the task.
- Every number in the answer must come from a result you have seen.`;

export type ActingModel = Pick<
  LanguageModel,
  'info' | 'stream' | 'nativeTools' | 'vision' | 'contextTokens' | 'prices'
>;

export function withJsonActions(model: ActingModel): ActingModel {
  const calls = new Map<string, { name: string; arguments: string }>();

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const messages = request.messages.map((message) => toJsonMessage(message, calls));
    let text = '';
    let hasCalled = false;
    for await (const event of model.stream({ ...request, messages, tools: [...TOOL_SPECS] }, signal)) {
      if (event.type === 'text-delta') text += event.text;
      else if (event.type === 'tool-call') {
        if (hasCalled) continue;
        hasCalled = true;
        const id = createId('call');
        calls.set(id, { name: event.name, arguments: event.arguments });
        const code = toPython(event.name, event.arguments);
        yield { type: 'tool-call', id, name: 'execute_code', arguments: JSON.stringify({ code }) };
      } else if (event.type === 'end') {
        if (text !== '') yield { type: 'text-delta', text: withoutCode(text) };
        yield event;
      } else yield event;
    }
  }

  return { ...model, nativeTools: true, stream };
}

/** The instructions for code give way to those for tools, and calls look again as the model made them. */
function toJsonMessage(
  message: ModelMessage,
  calls: ReadonlyMap<string, { name: string; arguments: string }>,
) {
  if (message.role === 'system') {
    const files = message.content.indexOf('Files that the user added to the working directory');
    return {
      ...message,
      content: files < 0 ? INSTRUCTION : `${INSTRUCTION}\n\n${message.content.slice(files)}`,
    };
  }
  if (message.role !== 'assistant' || !message.toolCalls) return message;
  return { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, ...calls.get(call.id) })) };
}

/** Code in words is not run here, as no tool was called. */
function withoutCode(text: string): string {
  return text.replaceAll(/`{3,}|~{3,}|<\/?(?:execute|code)>/g, '');
}
