import { isLanguageModel } from '../../protocol/is-language-model.ts';
import type { SkillEntry } from '../../protocol/skill-entry.ts';
import type { Run } from '../../session/session.ts';
import type { Skills } from '../skills.ts';

/** What the model is told of each skill: its text, where the task names it. */
export async function listSkills(skills: Skills, { task, model }: Run): Promise<SkillEntry[]> {
  if (!isLanguageModel(model)) return [];
  const listed = await skills.list();
  return Promise.all(
    listed.map(async (entry) => {
      const { name } = entry;
      const text = isNamed(task.text, name) ? await skills.read(name).catch(() => null) : null;
      return text === null ? entry : { ...entry, text };
    }),
  );
}

/** As a word, in any case: the name has letters, digits, and hyphens only. */
function isNamed(text: string, name: string): boolean {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_-])${name}(?![\p{L}\p{N}_-])`, 'iu').test(text);
}
