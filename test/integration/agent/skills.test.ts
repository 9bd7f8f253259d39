/** Skills of the home, with a scripted model: listed, asked for, and told at once where the question names one. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import type { ModelServerRequest } from '../../helpers/model/model-server.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function writeSkill(home: string, name: string, text: string): Promise<string> {
  const folder = join(home, 'skills', name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'SKILL.md'), text);
  return folder;
}

const FRONT = '---\nname: monthly-report\ndescription: How the monthly report is made\n---\n';

test('a model reads a skill before it works, and has one that the question names from the start', async () => {
  const home = await createTempDir();
  const text = `${FRONT}Begin with the net revenue of terms.md.\n`;
  const folder = await writeSkill(home, 'monthly-report', text);
  await writeFile(join(folder, 'terms.md'), 'Net is without returns.\n');
  const prompts: string[] = [];
  const say =
    (reply: string) =>
    ({ messages }: ModelServerRequest) => {
      prompts.push(messages.map(({ content }) => String(content)).join('\n'));
      return reply;
    };
  const app = await startScriptedApp(
    ['Skill: monthly-report', 'Skill: monthly-report/terms.md', 'Skill: weekly', 'Done.', 'Done again.'].map(
      say,
    ),
    home,
  );
  const { id = '' } = await post(app, '/api/sessions');
  const ask = async (task: string) => {
    await post(app, `/api/sessions/${id}/runs`, { task });
    return followUntil(app, id, isEnded);
  };
  const [run] = (await ask('Make the report of May.')).runs;
  expect(prompts[0]).toContain('- monthly-report: How the monthly report is made');
  expect(prompts[0]).not.toContain('net revenue');
  expect(prompts[1]).toContain('[The skill “monthly-report” says:]\nBegin with the net revenue of terms.md.');
  expect(prompts[2]).toContain('[The skill “monthly-report/terms.md” says:]\nNet is without returns.');
  expect(prompts[3]).toContain('There is no skill “weekly”. There are: monthly-report.');
  expect(run?.steps.map(({ action }) => action)).toEqual(['skill', 'skill', 'skill', 'answer']);
  expect(run?.outcome).toEqual({ status: 'answered' });

  await ask('Use monthly-report for June.');
  expect(prompts[4]).toContain('The task names the skill “monthly-report”, which says:\nBegin with');
});

test('doctor lists the skills, and says what is wrong with one that is not used', async () => {
  const home = await createTempDir();
  await writeSkill(home, 'monthly-report', FRONT);
  await writeSkill(home, 'broken', '---\nname: broken\ndescription: a: b\n---\n');
  const { stdout } = await runCli(['doctor'], { home });
  expect(stdout).toMatch(
    /^ok {4}skills {7}monthly-report\n +→ skills\/broken\/SKILL\.md is not used: its front matter is not YAML: .+ line 2.+\.$/m,
  );
});
