/** What servers refuse in their own words, and what is learned from it. */
import { expect, test } from 'vitest';
import { ask, startProvider } from '../../helpers/model/provider-models.ts';

test.each([
  ['the usage option', 'Unrecognized request argument supplied: stream_options', 'stream_options'],
  ['max_tokens', "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", 'max_tokens'],
])('a refusal of %s is remembered for every later call', async (_, message, field) => {
  const { server, models } = await startProvider(
    { refuse: (body) => (field in body ? { status: 400, message } : null) },
    { models: { m: {} } },
  );
  await ask(await models.open('p/m'), { maxTokens: 9 });
  await ask(await models.open('p/m'), { maxTokens: 9 });
  expect(server.chats.map(({ body }) => field in body)).toEqual([true, false, false]);
});

test('a model without a system role gets its instructions with the first question', async () => {
  const refuse = (body: Record<string, unknown>) =>
    JSON.stringify(body.messages).includes('"system"')
      ? { status: 400, message: 'System role not supported' }
      : null;
  const { server, models } = await startProvider({ refuse }, { models: { m: {} } });
  await ask(await models.open('p/m'));
  expect(server.chats.at(-1)?.body.messages).toEqual([{ role: 'user', content: 'Be brief.\n\nHello' }]);
});

test.each([
  ['Ollama', 400, 'registry.ollama.ai/library/gemma:latest does not support tools'],
  ['OpenRouter', 404, 'No endpoints found that support tool use. Try disabling "execute_code".'],
  ['vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  ['llama.cpp', 500, 'tools param requires --jinja flag'],
])('%s refuses tools: the model takes none from then on', async (_, status, message) => {
  const tool = { name: 'execute_code', description: 'Runs', parameters: { type: 'object' } };
  const { models } = await startProvider(
    { refuse: ({ tools }) => (tools ? { status, message } : null) },
    { models: { m: { nativeTools: true } } },
  );
  const model = await models.open('p/m');
  await expect(ask(model, { tools: [tool] })).rejects.toThrow();
  expect(model.nativeTools).toBe(false);
  expect((await models.open('p/m')).nativeTools).toBe(false);
  await ask(model);
});

test.each([
  ['llama.cpp', 500, 'image input is not supported - hint: you may need to provide the mmproj'],
  ['vLLM', 400, 'm is not a multimodal model'],
  ['OpenAI', 400, 'Invalid content type. image_url is only supported by certain models.'],
  ['OpenRouter', 404, 'No endpoints found that support image input'],
])('%s refuses images: the model takes none from then on', async (_, status, message) => {
  const refuse = (body: Record<string, unknown>) =>
    JSON.stringify(body).includes('image_url') ? { status, message } : null;
  const { models } = await startProvider({ refuse }, { models: { m: { vision: true } } });
  const model = await models.open('p/m');
  const image = { type: 'image' as const, mimeType: 'image/png', base64: 'AAAA', tokens: 85 };
  await expect(ask(model, { messages: [{ role: 'user', content: [image] }] })).rejects.toThrow();
  expect(model.vision).toBe(false);
});

test('a refusal for another reason teaches nothing', async () => {
  const message = 'Image is too large. Please use a smaller image.';
  const { models } = await startProvider(
    { refuse: () => ({ status: 400, message }) },
    { models: { m: { vision: true } } },
  );
  const model = await models.open('p/m');
  const image = { type: 'image' as const, mimeType: 'image/png', base64: 'AAAA', tokens: 85 };
  await expect(ask(model, { messages: [{ role: 'user', content: [image] }] })).rejects.toThrow(/too large/);
  expect(model.vision).toBe(true);
});
