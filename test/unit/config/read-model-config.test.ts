/** The models file and the variables: what they configure, and where keys go. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function read(file: unknown, env: Record<string, string> = {}) {
  const home = await createTempDir();
  if (file !== undefined)
    await writeFile(join(home, 'models.json'), typeof file === 'string' ? file : JSON.stringify(file));
  const all = { NODE_ENV: 'test' as const, ACTBOOK_HOME: home, ...env };
  return { home, env: all, config: readConfig(all) };
}

const FILE = {
  providers: {
    lab: {
      baseUrl: 'http://127.0.0.1:8000/v1',
      models: { 'a/b': { prices: { inputPerMTok: 1, outputPerMTok: 2 } } },
    },
    azure: {
      profile: 'azure',
      baseUrl: 'https://x.openai.azure.com',
      apiKeyEnv: 'AZURE_KEY',
      apiVersion: '2024-10-21',
    },
  },
};

test('keys are read from the variables that the file names, and no child process sees them', async () => {
  const { env, config } = await read(FILE, { AZURE_KEY: 'canary-1', OPENAI_API_KEY: 'canary-2', PLAIN: 'x' });
  const [own, lab, azure] = config.models.providers;
  expect(own).toMatchObject({ name: null, apiKey: 'canary-2', models: { 'gpt-5.1': {} } });
  // The key of one server is never sent to another.
  expect(lab).toMatchObject({ name: 'lab', apiKey: 'none', apiKeyEnv: null });
  expect(azure).toMatchObject({ apiKey: 'canary-1', apiVersion: '2024-10-21' });
  expect(config.models.defaultId).toBe('gpt-5.1');
  expect(JSON.stringify([env, config.notebookEnv, config.kernelEnv])).not.toContain('canary');
  expect(config.notebookEnv).toMatchObject({ PLAIN: 'x' });
});

test('the default is what the variables say, else the file, else its first model', async () => {
  const idOf = async (file: unknown, env: Record<string, string> = {}) =>
    (await read(file, env)).config.models.defaultId;
  expect(await idOf(undefined)).toBeNull();
  expect(await idOf(FILE)).toBe('lab/a/b');
  expect(await idOf({ ...FILE, default: 'azure/gpt' })).toBe('azure/gpt');
  expect(await idOf({ ...FILE, default: 'azure/gpt' }, { ACTBOOK_MODEL: 'lab/c' })).toBe('lab/c');
  expect(await idOf(FILE, { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', ACTBOOK_MODEL: 'm' })).toBe('m');
});

test('discovery and review are read from their variables', async () => {
  const models = async (env: Record<string, string>) => (await read(undefined, env)).config.models;
  expect((await models({})).discover).toEqual(['http://127.0.0.1:11434/v1', 'http://127.0.0.1:1234/v1']);
  expect((await models({ ACTBOOK_DISCOVER: 'off' })).discover).toEqual([]);
  const { discover } = await models({ ACTBOOK_DISCOVER: 'http://127.0.0.1:5, http://127.0.0.1:6/v1' });
  expect(discover).toEqual(['http://127.0.0.1:5/v1', 'http://127.0.0.1:6/v1']);
  expect((await models({})).review).toBeNull();
  expect((await models({ ACTBOOK_REVIEW: 'off' })).review).toBeNull();
  expect((await models({ ACTBOOK_REVIEW: 'on' })).review).toEqual({});
  expect((await models({ ACTBOOK_REVIEW: 'lab/critic' })).review).toEqual({ model: 'lab/critic' });
});

test.each([
  ['{', /It is not valid JSON/],
  [{ providers: { lab: { baseurl: 'http://x/v1' } } }, /At providers.lab/],
  [{ providers: { lab: { baseUrl: 'file:///etc/passwd' } } }, /At providers.lab.baseUrl/],
  [{ providers: { lab: { apiKey: 'sk-1' } } }, /At providers.lab/],
  [{ providers: { 'My lab': {} } }, /At providers/],
])('a wrong file is refused with the place: %j', async (file, message) => {
  await expect(read(file)).rejects.toMatchObject({
    code: 'bad-request',
    message: expect.stringMatching(message),
  });
});

test('a file that was named must be there', async () => {
  await expect(read(undefined, { ACTBOOK_MODELS: '/nowhere/models.json' })).rejects.toThrow(/cannot be read/);
});
