/** Every shape of reply becomes the action it means. */
import { expect, test } from 'vitest';
import type { ModelReply } from '../../../lib/agent/reply/action.ts';
import { parseAction } from '../../../lib/agent/reply/parse-action.ts';
import { REPLIES, SHAPES_OF_STREAMS } from '../../helpers/model-replies/all-replies.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

function read(reply: ModelReply) {
  const action = parseAction(reply);
  if (action.type === 'answer') return { answer: action.text };
  if (action.type === 'malformed') return { told: action.message };
  const run = action.segments.flatMap((segment) => (segment.type === 'code' ? [segment.source] : []));
  return action.notice === undefined ? { run } : { run, notice: action.notice };
}

test.each(REPLIES)('$shape $name', ({ reply, wanted }) => {
  const got = read(reply);
  if ('told' in wanted) expect(got).toEqual({ told: expect.stringMatching(wanted.told) });
  else if ('answer' in wanted)
    expect(got).toEqual({ answer: wanted.answer === 'any' ? expect.any(String) : wanted.answer });
  else if (wanted.notice) expect(got).toEqual({ ...wanted, notice: expect.stringMatching(wanted.notice) });
  else expect(got).toEqual({ run: wanted.run });
});

test('a model that calls an unknown tool gets the names of all tools', () => {
  const toolCalls = [{ id: 'c1', name: 'weather', arguments: '{}' }];
  expect(parseAction({ text: '', toolCalls, finishReason: 'tool-calls' })).toEqual({
    type: 'malformed',
    message:
      'There is no tool named "weather". The tools are execute_code({"code": "..."}) and outputs({"n": 7}).',
  });
});

test('each of the 54 recorded shapes has a row', () => {
  const shapes = new Set(REPLIES.flatMap(({ shape }) => shape ?? []).concat(SHAPES_OF_STREAMS));
  expect([...shapes].sort((left, right) => left - right)).toEqual(
    Array.from({ length: 54 }, (_, index) => index + 1),
  );
});

test('prose stays in order around code', () => {
  const text = `One\n${fence('a')}\nTwo\n${fence('b')}\nThree`;
  expect(parseAction({ text, toolCalls: [], finishReason: 'stop' })).toEqual({
    type: 'code',
    segments: [
      { type: 'prose', text: 'One' },
      { type: 'code', source: 'a' },
      { type: 'prose', text: 'Two' },
      { type: 'code', source: 'b' },
      { type: 'prose', text: 'Three' },
    ],
  });
});

test('a call keeps its id, so that its answer can name it', () => {
  const toolCalls = [{ id: 'c1', name: 'execute_code', arguments: '{"code": "print(1)"}' }];
  expect(parseAction({ text: 'Let me see.', toolCalls, finishReason: 'tool-calls' })).toEqual({
    type: 'code',
    segments: [
      { type: 'prose', text: 'Let me see.' },
      { type: 'code', source: 'print(1)', toolCallId: 'c1' },
    ],
  });
});
