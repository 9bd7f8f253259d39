/** Several providers at once: settings, failures, what runs on this machine, and where a key may go. */
import { expect, test } from 'vitest';
import { createAnalyst } from '../../../lib/analyst/analyst.ts';
import { createModels } from '../../../lib/model/catalog/create-models.ts';
import { ask, OLLAMA, profileOf, startProvider, toConfig } from '../../helpers/model/provider-models.ts';
import { startProviderServer } from '../../helpers/model/provider-server.ts';
import { serveHttp } from '../../helpers/serve-http.ts';

test('a server of no known kind is used without assumptions, and settings count before what it says', async () => {
  const settings = { vision: true, contextTokens: 1234, prices: { inputPerMTok: 1, outputPerMTok: 2 } };
  const { models } = await startProvider(
    { answers: { 'GET /v1/models': { data: [{ id: 'one' }, { id: 'two' }, { id: 'text-embedding-3' }] } } },
    { models: { two: settings } },
  );
  expect(profileOf(await models.open('p/one'))).toEqual({
    nativeTools: false,
    vision: false,
    contextTokens: null,
    prices: null,
  });
  const two = await models.open('p/two');
  expect(profileOf(two)).toEqual({ nativeTools: false, ...settings });
  expect((await ask(two)).at(-1)).toMatchObject({ usage: { cost: 0.0012 } });
  await expect(models.open('p/three')).rejects.toMatchObject({
    code: 'bad-request',
    message: 'There is no model “p/three”. Available: p/one, p/two.',
  });
  await expect(models.open('elsewhere/one')).rejects.toMatchObject({ code: 'bad-request' });
});

test('a provider that cannot be reached says why, and its models can still be named', async () => {
  const models = createModels(
    toConfig([
      { name: 'gone', baseUrl: 'http://127.0.0.1:9/v1', models: { m: {} } },
      { name: 'closed', baseUrl: (await startProviderServer({})).url },
    ]),
    [],
    createAnalyst(),
  );
  const [gone, closed, builtin] = await models.list();
  expect(gone).toMatchObject({
    status: 'unreachable',
    reason:
      'The model server at http://127.0.0.1:9/v1 does not answer. Make sure that it runs and that its address is right.',
    models: [{ id: 'gone/m' }],
  });
  expect(closed).toMatchObject({
    status: 'unreachable',
    reason: expect.stringContaining('does not list its models'),
  });
  expect(builtin).toMatchObject({ id: 'builtin', models: [{ kind: 'builtin' }] });
  expect((await models.open('gone/m')).contextTokens).toBeNull();
});

test('the key goes to the configured host alone: a redirect is not followed', async () => {
  const thief = await startProviderServer({ answers: { 'GET /v1/models': { data: [{ id: 'm' }] } } });
  const location = `${thief.url}/v1/models`;
  const url = await serveHttp((_, response) => response.writeHead(307, { location }).end());
  const config = toConfig([{ baseUrl: `${url}/v1`, models: { m: {} } }]);
  const models = createModels(config, [], createAnalyst());
  await expect(ask(await models.open('p/m'))).rejects.toMatchObject({ code: 'model-unreachable' });
  expect((await models.list())[0]).toMatchObject({ status: 'unreachable' });
  expect(thief.requests).toEqual([]);
});

test('a server that runs on this machine is offered, and chosen only by its id', async () => {
  const local = await startProviderServer(OLLAMA);
  const nothing = 'http://127.0.0.1:9/v1';
  const discover = [`${local.url}/v1`, nothing];
  const models = createModels(toConfig([], { discover }), [], createAnalyst());
  expect((await models.open()).info.id).toBe('builtin');
  expect(local.requests).toEqual([]);
  const [found] = await models.list();
  expect(found).toMatchObject({
    id: 'ollama',
    label: 'Ollama',
    isFound: true,
    models: [{ id: 'ollama/gemma3:4b' }, {}],
  });
  expect((await models.open('ollama/qwen3')).info).toMatchObject({ id: 'ollama/qwen3', provider: 'Ollama' });
  expect((await createModels(toConfig([]), [], createAnalyst()).list()).map(({ id }) => id)).toEqual([
    'builtin',
  ]);
});

test('a configured server is not found a second time', async () => {
  const local = await startProviderServer(OLLAMA);
  const address = `${local.url.replace('127.0.0.1', 'localhost')}/v1`;
  const models = createModels(
    toConfig([{ name: null, baseUrl: address }], { discover: [`${local.url}/v1`] }),
    [],
    createAnalyst(),
  );
  expect((await models.list()).map(({ isFound }) => isFound)).toEqual([false, false]);
});
