/** `Skill: monthly-report`, as the last line of a reply; a file beside its text comes after a slash. */
const CALL =
  /(?:^|\n)[ \t]*[*_`>-]*[ \t]*skill[*_`]*:[*_` \t]*([a-z0-9][a-z0-9-]*(?:\/[^\n`*]+?)?)[*_`. \t]*$/i;

/** The path of the skill that a reply asks for; null for any other. */
export function findSkillCall(reply: string): string | null {
  return CALL.exec(reply.trimEnd())?.[1] ?? null;
}
