/** The skills of the user as the system message names them, and the text of those that the task names. */
import type { SkillEntry } from '../../protocol/skill-entry.ts';

export function describeSkills(skills: readonly SkillEntry[] = []): string {
  if (skills.length === 0) return '';
  const lines = skills.map(({ name, description }) => `- ${name}: ${description}`);
  const texts = skills.flatMap(({ name, text }) =>
    text === undefined ? [] : [`The task names the skill “${name}”, which says:\n${text}`],
  );
  return [`${HEADING}\n${lines.join('\n')}\n${HOW_TO_READ}`, ...texts].join('\n\n');
}

const HEADING = 'Skills, which are instructions of the user for certain tasks:';
const HOW_TO_READ =
  'Where one fits the task, begin with a reply of one line, `Skill: name`: its text comes back, and you follow it. `Skill: name/file` reads a file that it mentions.';
