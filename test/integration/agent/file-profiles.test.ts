/** What a language model is told of files before its first step, in prompts of a real kernel. */
import { expect, test } from 'vitest';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import type { ModelServerRequest } from '../../helpers/model/model-server.ts';

test('a file that comes later is told of with how far its keys match those of the file before', async () => {
  const prompts: string[] = [];
  const answer = ({ messages }: ModelServerRequest) => {
    prompts.push(String(messages[0]?.content));
    return 'The data cannot answer this.';
  };
  const app = await openScriptedApp(answer);
  const { id = '' } = await post(app, '/api/sessions');
  const add = async (name: string, body: string) => {
    const { ok } = await app.request(`/api/sessions/${id}/files/${name}`, { method: 'PUT', body });
    expect(ok).toBe(true);
  };
  const ask = async (count: number) => {
    await post(app, `/api/sessions/${id}/runs`, { task: 'Who pays most?' });
    return followUntil(app, id, (session) => session.runs.length === count && isEnded(session));
  };

  const keys = Array.from({ length: 40 }, (_, at) => `K${100 + at}`);
  const rows = [...keys, ...keys.slice(0, 10).map((key) => key.toLowerCase()), 'K999'];
  await add('invoices.csv', `kunde,eur\n${rows.map((key, at) => `${key},${at}.5\n`).join('')}`);
  await ask(1);
  expect(prompts.at(-1)).toContain('- invoices.csv (');
  expect(prompts.at(-1)).not.toContain('have their');

  await add('customers.csv', `Kunde,ort\n${keys.map((key) => `${key},Lyon\n`).join('')}K100,Graz\n`);
  const session = await ask(2);
  const line =
    '40 of 51 rows have their kunde in customers.csv (Kunde); 10 more would without regard to case; 1 row there repeats a value';
  expect(prompts.at(-1)).toContain(`\n  ${line}\n- customers.csv (`);
  expect(session.files.find(({ name }) => name === 'invoices.csv')?.profile).toContain(line);
});
