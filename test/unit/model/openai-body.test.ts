import { expect, it } from 'vitest';
import { toBody } from '../../../lib/model/openai/openai-body.ts';
import { UNKNOWN_TRAITS } from '../../../lib/model/openai/traits.ts';
import { createSession } from '../../../lib/session/session.ts';

it('sends no half of a character', () => {
  const half = 'a\ud83d';
  const { messages } = toBody(
    'm',
    {
      messages: [
        { role: 'system', content: half },
        { role: 'user', content: half },
        { role: 'user', content: [{ type: 'text', text: half }] },
        { role: 'assistant', content: half, toolCalls: [{ id: '1', name: 'f', arguments: '{}' }] },
        { role: 'tool', toolCallId: '1', content: half },
      ],
      tools: [],
      session: createSession('s'),
      runId: 'r',
    },
    UNKNOWN_TRAITS,
  );
  expect(JSON.stringify(messages)).not.toContain('\\ud83d');
  expect(messages[1]).toEqual({ role: 'user', content: 'a\ufffd' });
});
