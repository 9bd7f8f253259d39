/** What a message takes of the context, characters. */
import type { ContentPart, ModelMessage } from '../../model/model.ts';
import { CHARACTERS_PER_TOKEN } from '../../observation/shorten/shorten-text.ts';

export function measureMessage(message: ModelMessage): number {
  const calls = message.role === 'assistant' ? JSON.stringify(message.toolCalls ?? []).length : 0;
  const { content } = message;
  return calls + (typeof content === 'string' ? content.length : sum(content.map(measurePart)));
}

export function measureMessages(messages: readonly ModelMessage[]): number {
  return sum(messages.map(measureMessage));
}

/** An image costs by its pixels, whatever its bytes. */
function measurePart(part: ContentPart): number {
  return part.type === 'text' ? part.text.length : part.tokens * CHARACTERS_PER_TOKEN;
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}
