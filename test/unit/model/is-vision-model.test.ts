import { expect, test } from 'vitest';
import { isVisionModel } from '../../../lib/model/provider/model-provider.ts';

test.each([
  'gpt-5.1',
  'gpt-4o-mini',
  'o3',
  'o4-mini-2025-04-16',
  'anthropic/claude-sonnet-4.5',
  'google/gemini-2.5-flash',
  'gemma3:12b',
  'llama3.2-vision:11b',
  'meta-llama/Llama-4-Scout',
  'llava:7b',
  'qwen2.5vl:7b',
  'pixtral-12b',
  'mistral-small3.2',
])('%s sees', (id) => {
  expect(isVisionModel(id)).toBe(true);
});

test.each([
  'gpt-3.5-turbo',
  'gpt-4',
  'gpt-oss:20b',
  'o1-mini',
  'o3-mini',
  'gemma3:1b',
  'llama3.2:3b',
  'qwen3:8b',
  'gpt-4o-audio-preview',
  'my-own-model',
])('%s does not', (id) => {
  expect(isVisionModel(id)).toBe(false);
});
