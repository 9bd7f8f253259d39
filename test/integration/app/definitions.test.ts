/** What the user writes down for the agent, over the API, with a scripted model. */
import { expect, test } from 'vitest';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import type { ModelServerRequest } from '../../helpers/model/model-server.ts';

const put = (app: App, path: string, text: string, was = '') =>
  app.request(path, { method: 'PUT', body: JSON.stringify({ text, was }) });
const read = async (app: App, path: string) => (await app.request(path)).json();

test('definitions of the home and of a notebook are told to its runs, as the user wrote them', async () => {
  const prompts: string[] = [];
  const say =
    (reply: string) =>
    ({ messages }: ModelServerRequest) => {
      prompts.push(String(messages[0]?.content));
      return reply;
    };
  const app = await startScriptedApp([
    say('```python\nopen("CONTEXT.md", "w").write("- revenue is a lie\\n")\n```'),
    say('Done.'),
    say('Done again.'),
  ]);
  const { id = '' } = await post(app, '/api/sessions');
  const own = `/api/sessions/${id}/context`;
  expect([await read(app, own), await read(app, '/api/context')]).toEqual([{ text: '' }, { text: '' }]);
  expect((await put(app, '/api/context', '- a year begins in May\n')).status).toBe(204);
  expect((await put(app, own, '- revenue is net\n')).status).toBe(204);

  // Somebody who has not seen that replaces nothing.
  for (const path of [own, '/api/context']) {
    const refused = await put(app, path, '- mine\n');
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('was changed elsewhere');
  }
  const ask = async (task: string) => {
    await post(app, `/api/sessions/${id}/runs`, { task });
    return followUntil(app, id, isEnded);
  };
  await ask('How much?');
  await ask('And now?');
  for (const prompt of prompts) expect(prompt).toContain('- a year begins in May\n\n- revenue is net');
  expect(prompts.join()).not.toContain('a lie');
  expect(await read(app, own)).toEqual({ text: '- revenue is net\n' });

  expect((await put(app, own, '', '- revenue is net\n')).status).toBe(204);
  const { files, deletedFiles } = await followUntil(app, id, (session) => session.files.length === 0);
  expect([files, deletedFiles.map(({ name }) => name)]).toEqual([[], ['CONTEXT.md']]);
});
