import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findSkillCall } from '../../../lib/agent/loop/read-action.ts';
import { createSkills } from '../../../lib/app/create-skills.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const toSkill = (name: string, body = 'Do it.') =>
  `---\nname: ${name}\ndescription: About ${name}\n---\n\n${body}\n`;

async function openHome(files: Record<string, string>) {
  const home = await createTempDir();
  for (const [name, text] of Object.entries(files)) {
    const path = join(home, 'skills', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return { home, skills: createSkills(home) };
}

test('skills are listed by name, with a bounded description, and read with the files beside them', async () => {
  const long = `---\r\nname: long\r\ndescription: >-\r\n  many\r\n  ${'words '.repeat(80)}\r\n---\r\nText.\r\n`;
  const { skills } = await openHome({
    'monthly-report/SKILL.md': toSkill('monthly-report', '# Steps\n\nSee terms.md.'),
    'monthly-report/terms.md': 'Net of returns.',
    'long/SKILL.md': long,
    'README.md': 'Not a skill.',
  });
  const [first, second] = await skills.list();
  expect(first).toMatchObject({
    name: 'long',
    description: expect.stringMatching(/^many words .{280,288}…$/),
  });
  expect(second).toEqual({ name: 'monthly-report', description: 'About monthly-report' });
  expect(await skills.read('long')).toBe('Text.');
  expect(await skills.read('monthly-report')).toBe('# Steps\n\nSee terms.md.');
  expect(await skills.read('monthly-report/terms.md')).toBe('Net of returns.');
  await expect(skills.read('weekly')).rejects.toThrow(
    'There is no skill “weekly”. There are: long, monthly-report.',
  );
  expect(await skills.findProblems()).toEqual([]);
  expect(await createSkills('/nowhere').list()).toEqual([]);
});

const BROKEN: Record<string, [text: string, reason: string]> = {
  plain: ['Do it.', 'it does not begin with a line `---`'],
  open: ['---\nname: open\n', 'it does not begin with a line `---`'],
  nested: ['---\nname: nested\ndescription: a: b: c\n---\n', 'its front matter is not YAML: '],
  bomb: ['---\na: &a [1]\nb: [*a, *a]\nname: bomb\ndescription: x\n---\n', 'its front matter is not YAML: '],
  list: ['---\n- name\n---\n', 'its front matter'],
  nameless: ['---\ndescription: x\n---\n', 'its front matter has no name'],
  number: ['---\nname: number\ndescription: 5\n---\n', 'its front matter has no description'],
  other: [toSkill('another'), 'its name is “another”, which its folder must have, too'],
  large: [toSkill('large', 'x'.repeat(70_000)), 'it has more than'],
};

test('what cannot be used is left out, with a sentence that says why', async () => {
  const files = Object.entries(BROKEN).map(([name, [text]]) => [`${name}/SKILL.md`, text]);
  const { home, skills } = await openHome({ ...Object.fromEntries(files), 'good/SKILL.md': toSkill('good') });
  await mkdir(join(home, 'skills/empty'));
  await writeFile(join(home, 'secret.md'), toSkill('linked'));
  await mkdir(join(home, 'skills/linked'));
  await symlink(join(home, 'secret.md'), join(home, 'skills/linked/SKILL.md'));
  await symlink(join(home, 'secret.md'), join(home, 'skills/good/more.md'));
  expect((await skills.list()).map(({ name }) => name)).toEqual(['good']);
  const problems = await skills.findProblems();
  const reasons = {
    ...BROKEN,
    empty: ['', 'there is no such file'],
    linked: ['', 'it is outside its folder'],
  };
  for (const [name, [, reason]] of Object.entries(reasons))
    expect(problems.join('\n')).toContain(`skills/${name}/SKILL.md is not used: ${reason}`);
  expect(problems).toHaveLength(Object.keys(reasons).length);
  for (const path of ['good/more.md', 'good/../../secret.md', 'good/..', 'good/none.md'])
    await expect(skills.read(path)).rejects.toThrow('cannot be read: ');
});

test('a skill is asked for with the last line of a reply', () => {
  const replies = ['Skill: report', '**Skill:** `report/a b.md`', 'I read it first.\n\nskill: report.'];
  expect(replies.map(findSkillCall)).toEqual(['report', 'report/a b.md', 'report']);
  const others = ['My skill: patience, and time', 'Skill: report\n\nThen I do it.', 'Skill:', 'The reports'];
  expect(others.map(findSkillCall)).toEqual(others.map(() => null));
});
