/** The run's compactions as a page to read: what was sent before and after, and the summary. */
import { promptMessages } from '../../test/helpers/model/model-server.ts';
import type { AnalysisRun } from './run-analysis.ts';
import { ANSWER, TASK } from './scripted-analysis.ts';

const SHOWN_LENGTH = 700;

export function toTranscript(analysis: AnalysisRun, table: string): string {
  const { prompts, run, requests } = analysis;
  return [
    '# A compaction at fifty steps',
    '',
    'Made by `npm run bench:context`. A scripted model server answers over HTTP with replies and summaries that were written',
    'by hand; the agent, the kernel, the code and its outputs are real. The budget of a prompt is the default.',
    '',
    `**Task:** ${TASK}`,
    '',
    table,
    '',
    '![Tokens of each prompt](compaction.svg)',
    '',
    ...run.compactions.flatMap((compaction) => {
      const { step, budgetTokens, shortenedUpTo, summary } = compaction;
      const [before, after] = [prompts[step - 2], prompts[step - 1]];
      return [
        `## Before step ${step}`,
        '',
        `The prompt would have passed ${budgetTokens.toLocaleString('en-US')} tokens. Observations up to step ${shortenedUpTo.step} are shown short from now on; the prompt went from ${count(before?.tokens)} tokens at step ${step - 1} to ${count(after?.tokens)}.`,
        '',
        ...(summary
          ? [
              `Steps up to ${summary.upTo.step} stand in a summary by the ${summary.by === 'model' ? 'model' : 'rules'}:`,
              '',
              quote(summary.text),
              '',
            ]
          : []),
      ];
    }),
    '## The first and the last messages of the last prompt',
    '',
    ...promptMessages(requests.at(-1)).flatMap(({ role, text }, index, all) =>
      index > 0 && (index < 4 || index >= all.length - 2)
        ? [`**${role}**`, '', fence(text), '']
        : index === 4
          ? ['…', '']
          : [],
    ),
    `**Answer:** ${ANSWER}`,
    '',
  ].join('\n');
}

function count(tokens = 0): string {
  return tokens.toLocaleString('en-US');
}

function quote(text: string): string {
  return text.replaceAll(/^/gm, '> ');
}

function fence(text: string): string {
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}\n…` : text;
  return `~~~~text\n${shown}\n~~~~`;
}
