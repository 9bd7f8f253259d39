import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../lib/library/define-tool.ts';

const context = {
  cellId: 'c',
  callId: 'x',
  signal: new AbortController().signal,
  tell: () => {},
  whileAsking: <T>(work: () => Promise<T>) => work(),
};

describe('defineTool', () => {
  test('takes a zod schema: typed, with defaults, described as JSON Schema', async () => {
    const tool = defineTool({
      name: 'repeat',
      description: 'Repeats a word.',
      parameters: z.object({ word: z.string().describe('What to say'), times: z.int().default(2) }),
      call: ({ word, times }) => {
        expectTypeOf(times).toEqualTypeOf<number>();
        return word.repeat(times);
      },
    });
    expect(tool.parameters).toMatchObject({
      properties: { word: { type: 'string', description: 'What to say' }, times: { default: 2 } },
      required: ['word'],
    });
    expect(await tool.call({ word: 'ab' }, context)).toBe('abab');
    await expect(tool.call({ word: 'ab', times: 'x' }, context)).rejects.toThrow('Wrong arguments: times: ');
  });

  test('takes a plain JSON Schema, and checks by it', async () => {
    const parameters = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const tool = defineTool({ name: 'next', description: '', parameters, call: ({ n }) => Number(n) + 1 });
    expect(tool.parameters).toBe(parameters);
    expect(await tool.call({ n: 1 }, context)).toBe(2);
    await expect(tool.call({ n: 1.5 }, context)).rejects.toThrow('Wrong arguments: n: ');
    await expect(tool.call({}, context)).rejects.toThrow('Wrong arguments: n: ');
  });
});
