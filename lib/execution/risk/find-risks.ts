/** Why code of the model is risky, in sentences for the user who is asked. */
import type { Session } from '../../session/session.ts';
import { readCodeFacts } from './read-code-facts.ts';
import { RISK_RULES } from './risk-rules.ts';

const OTHER_LANGUAGE = 'There are no risk rules for this language, so all of its code needs approval.';

/** Empty when no rule finds anything. Imports of earlier cells still hold. */
export function findRisks(source: string, { kernel, cells, files }: Session): string[] {
  if ((kernel.info?.languageInfo.name ?? 'python') !== 'python') return [OTHER_LANGUAGE];
  const earlier = cells.flatMap(({ type, ranSource }) =>
    type === 'code' && ranSource !== null ? [ranSource] : [],
  );
  const facts = readCodeFacts(source, earlier);
  const names = files.map(({ name }) => name);
  return RISK_RULES.filter((rule) => rule.finds(facts, names)).map(({ reason }) => reason);
}
