/** Shapes that nobody listed: a call is never the answer, what was only considered never runs, and answers stay answers. */
import { expect, test } from 'vitest';
import { parseAction } from '../../../lib/agent/reply/parse-action.ts';
import {
  type MadeReply,
  makeAnswers,
  makeCalls,
  makeLabels,
  makeOpenReasoning,
  makeReasoning,
  makeTagsInCode,
  makeValues,
} from '../../helpers/model-replies/dialects.ts';

const parse = (text: string) => parseAction({ text, toolCalls: [], finishReason: 'stop' });

/** Replies that became an answer or other code, and how many became the code itself. */
function score(replies: readonly MadeReply[]) {
  const wrong: unknown[] = [];
  let run = 0;
  for (const { text, sources } of replies) {
    const action = parse(text);
    const got =
      action.type === 'code'
        ? action.segments.flatMap((segment) => (segment.type === 'code' ? [segment.source] : []))
        : [];
    const isExact = got.join('\n\n') === sources.join('\n\n');
    if (isExact) run += 1;
    if (!isExact && action.type !== 'malformed') wrong.push({ text, action });
  }
  return { wrong, run };
}

test('1,300 calls in made-up dialects are run or sent back, and none is the answer', () => {
  const { wrong, run } = score(makeCalls(41, 1_300));
  expect(wrong).toEqual([]);
  expect(run).toBeGreaterThan(1_200);
});

test('Python under 500 labels that name no language is run', () => {
  const { wrong, run } = score(makeLabels(42, 500));
  expect(wrong).toEqual([]);
  expect(run).toBe(500);
});

test('code in 500 thoughts between tags of any name is not run, and the code after it is', () => {
  const { wrong, run } = score(makeReasoning(43, 500));
  expect(wrong).toEqual([]);
  expect(run).toBe(500);
});

test('300 values that nothing computed, and code in 300 thoughts that have no end, are sent back', () => {
  const made = [...makeValues(46, 300), ...makeOpenReasoning(47, 300)];
  expect(made.filter((text) => parse(text).type !== 'malformed')).toEqual([]);
});

test('tags of reasoning and answers in 400 blocks of code are part of it', () => {
  const { wrong, run } = score(makeTagsInCode(44, 400));
  expect(wrong).toEqual([]);
  expect(run).toBe(400);
});

test('1,000 answers with tables, XML, HTML, JSON and samples of code are answers, word for word', () => {
  const wrong = makeAnswers(45, 1_000).flatMap((text) => {
    const action = parse(text);
    return action.type === 'answer' && action.text === text.trim() ? [] : [{ text, action }];
  });
  expect(wrong).toEqual([]);
});
