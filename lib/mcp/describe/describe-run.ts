/** The result of a question, with what Actbook's own checks of the answer found. */
import { shortenText } from '../../observation/shorten/shorten-text.ts';
import { describeUsage } from '../../protocol/runs/describe-usage.ts';
import { createSourceCache } from '../../quantities/source-cache.ts';
import type { Run, Session } from '../../session/session.ts';
import { describeChangedBasis, findChangedBasis } from '../../session/stale/find-changed-basis.ts';
import { describeNumbers, lookUpAnswer } from '../../session/view/answers/answer-numbers.ts';
import { listAnswerSources } from '../../session/view/answers/list-answer-sources.ts';
import { sumRunUsage } from '../../session/view/runs/sum-usage.ts';
import { describeVerified } from '../../session/view/verification/describe-verified.ts';

const MAX_ANSWER_LENGTH = 12_000;

/** Empty while the run has not ended. */
export function describeRun(session: Session, run: Run): string {
  const { outcome } = run;
  if (outcome === null) return '';
  const usage = describeUsage(sumRunUsage(run));
  const used = usage === '' ? [] : [`Used: ${usage}.`];
  switch (outcome.status) {
    case 'asked':
      return describeAsked(outcome);
    case 'answered':
      return [...describeAnswer(session, run), ...used].join('\n');
    case 'failed':
      return [`The run failed. ${outcome.message}`, ...describeAnswer(session, run), ...used].join('\n');
    default:
      return [outcome.message, ...describeAnswer(session, run), ...used].join('\n');
  }
}

function describeAsked({ question, choices }: { question: string; choices: readonly string[] }): string {
  const listed = choices.map((choice) => `- ${choice}`);
  return [
    'The agent asks before it answers. Call reply with the answer.',
    `Question: ${question}`,
    ...listed,
  ].join('\n');
}

function describeAnswer(session: Session, run: Run): string[] {
  const sources = listAnswerSources(session).findLast(({ answer }) => answer.runId === run.id);
  if (!sources) return [];
  const { answer, isWithoutCode } = sources;
  const found = lookUpAnswer(answer.source, sources, createSourceCache());
  const numbers = found.filter(({ kind }) => kind === 'number').length;
  const all = numbers === 0 ? '' : `Numbers: all ${numbers} found in the outputs.`;
  const verified = describeVerified(session);
  const basis = findChangedBasis(session).get(answer.id);
  return [
    `${answer.isPartial ? 'Partial answer' : 'Answer'}:`,
    shortenText(answer.source.trim(), MAX_ANSWER_LENGTH),
    '',
    basis ? describeChangedBasis(basis) : '',
    describeNumbers(found, isWithoutCode) ?? all,
    verified === '' ? 'The notebook is not verified from a clean start as it is now.' : verified,
  ].filter((line, index) => index === 2 || line !== '');
}
