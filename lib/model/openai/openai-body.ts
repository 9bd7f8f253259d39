/** A request of the chat completions API, in the form that a server takes. */
import type { ToolCall } from '../../protocol/cells/call.ts';
import type { ContentPart, ModelMessage, ModelRequest } from '../model.ts';
import type { Traits } from './traits.ts';

export function toBody(modelId: string, request: ModelRequest, traits: Traits) {
  const { tools, maxTokens, toolChoice } = request;
  const specs = tools.map((tool) => ({ type: 'function' as const, function: { ...tool } }));
  return {
    model: modelId,
    messages: toInstructed(request.messages, traits).map((message) => toParam(fix(message), traits)),
    stream: true as const,
    ...(specs.length > 0 ? { tools: specs } : {}),
    ...(specs.length > 0 && toolChoice ? { tool_choice: toolChoice } : {}),
    ...(maxTokens === undefined ? {} : { [traits.maxTokens]: maxTokens }),
    ...(traits.includeUsage ? { stream_options: { include_usage: true } } : {}),
  };
}

/** Halves of characters, as data and cuts leave them: strict servers refuse a whole prompt for one. */
function fix(message: ModelMessage): ModelMessage {
  if (message.role !== 'user') return { ...message, content: message.content.toWellFormed() };
  const { content } = message;
  if (typeof content === 'string') return { role: 'user', content: content.toWellFormed() };
  const parts = content.map((part) =>
    part.type === 'text' ? { ...part, text: part.text.toWellFormed() } : part,
  );
  return { role: 'user', content: parts };
}

/** Some chat templates know no system role: then the instructions open the first question. */
function toInstructed(messages: readonly ModelMessage[], { instructions }: Traits): readonly ModelMessage[] {
  if (instructions !== 'user') return messages;
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n');
  const [first, ...rest] = messages.filter(({ role }) => role !== 'system');
  if (system === '') return messages;
  if (first?.role !== 'user') return [{ role: 'user', content: system }, ...(first ? [first] : []), ...rest];
  const content =
    typeof first.content === 'string'
      ? `${system}\n\n${first.content}`
      : [{ type: 'text' as const, text: system }, ...first.content];
  return [{ role: 'user', content }, ...rest];
}

function toParam(message: ModelMessage, { instructions }: Traits) {
  switch (message.role) {
    case 'tool':
      return { role: 'tool' as const, tool_call_id: message.toolCallId, content: message.content };
    case 'assistant':
      return message.toolCalls
        ? toCallParam(message.content, message.toolCalls)
        : { role: 'assistant' as const, content: message.content };
    case 'user':
      return { role: 'user' as const, content: toUserContent(message.content) };
    case 'system':
      return instructions === 'developer'
        ? { role: 'developer' as const, content: message.content }
        : { role: 'system' as const, content: message.content };
  }
}

function toCallParam(content: string, toolCalls: readonly ToolCall[]) {
  const tool_calls = toolCalls.map((call) => ({
    id: call.id,
    type: 'function' as const,
    function: { name: call.name, arguments: call.arguments },
  }));
  return { role: 'assistant' as const, content: content === '' ? null : content, tool_calls };
}

function toUserContent(content: string | ContentPart[]) {
  if (typeof content === 'string') return content;
  return content.map((part) =>
    part.type === 'text'
      ? part
      : { type: 'image_url' as const, image_url: { url: `data:${part.mimeType};base64,${part.base64}` } },
  );
}
