/** The system message: the same for every step of a run, so that a server can cache it. */

import { findLanguage } from '../../execution/languages/find-language.ts';
import type { Language } from '../../execution/languages/language.ts';
import type { PackageVersion } from '../../protocol/verification.ts';
import type { Run, Session, SessionFile } from '../../session/session.ts';
import { formatBytes } from '../../util/format-bytes.ts';
import { EXECUTE_TOOL } from '../reply/action.ts';
import { describeTools } from './describe-tools.ts';

export interface CodeForm {
  /** Whether code comes as native tool calls. */
  nativeTools: boolean;
  /** How code is marked in text: a Markdown fence, or the `<execute>` tag CodeAct models are trained on. */
  format: 'fence' | 'execute';
}

export function toSystemPrompt(session: Session, run: Run, form: CodeForm): string {
  const language = findLanguage(session.kernel);
  const { version } = session.kernel.info?.languageInfo ?? {};
  const kernel = version ? `${language.label} ${version}` : language.label;
  return [
    `You are a careful data analyst. You answer by writing code that runs in a live Jupyter kernel (${kernel}) and by reading what it prints.`,
    [
      howToRun(form, language),
      howToReplace(form, language),
      '- IDs are in what you are shown, as (cell ID). Send the whole code of the cell. Cells below it that use its results do not run again by themselves.',
      '- The kernel keeps its state: variables, imports and functions stay for later steps and later tasks. Never repeat work that succeeded.',
      '- Take one small step at a time and look at the result before you plan the next. You never know a result before you have seen it.',
      '- Print what you need to see, and only that: long output is shown to you with its middle left out.',
      ...language.advice.map((line) => `- ${line}`),
      describePackages(run.packages),
      '- When a cell fails, read the error, correct the cause and go on.',
      howToAnswer(form),
      // A title from the question is replaced by one that the answer brings along; JSON for a program brings none.
      session.titleFrom === 'question' && !run.task.schema ? HOW_TO_NAME : '',
      '- Every number in the answer must come from an output you have seen, and is linked to it: print differences, shares, and totals before you state them. State assumptions, and say so plainly when the data cannot answer.',
    ]
      .filter((line) => line !== '')
      .join('\n'),
    session.isNetworkAllowed ? ONLINE : '',
    describeFiles(session.files),
    describeTools(run.tools, run.toolProblems),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const HOW_TO_NAME =
  '- End the answer with a line `Title: …` that names this notebook in two to six words. The user does not see that line.';

const ONLINE = 'The code can reach the internet, but no server of this machine or its local network.';

function howToRun({ nativeTools, format }: CodeForm, { label, fence, example }: Language): string {
  if (nativeTools)
    return `- To run code, call ${EXECUTE_TOOL} with the ${label} source. Its output comes back to you.`;
  const block =
    format === 'execute' ? `<execute>\n${example}\n</execute>` : `\`\`\`${fence}\n${example}\n\`\`\``;
  return `- To run code, reply with one or two sentences of reasoning and one code block, then stop and wait for its output:\n${block}`;
}

function howToReplace({ nativeTools, format }: CodeForm, { fence }: Language): string {
  const opener = format === 'execute' ? '<execute cell="ID">' : `\`\`\`${fence} cell=ID`;
  const how = nativeTools ? 'pass its ID as `cell`' : `begin the block with ${opener}`;
  return `- To correct or change a cell of the notebook, replace it instead of adding one: ${how}. It runs in its place.`;
}

function howToAnswer({ nativeTools }: CodeForm): string {
  const without = nativeTools ? 'without calling a tool' : 'without any code block';
  return `- When you know the answer, reply in Markdown ${without}: that ends the task. Answer in the language of the user, result first.`;
}

/** Models write what releases from before their training had. */
function describePackages(packages: readonly PackageVersion[]): string {
  if (packages.length === 0) return '';
  const list = packages.map(({ name, version }) => `${name} ${version}`).join(', ');
  return `- Installed: ${list}. Write code for these versions: names and options of older ones may be gone.`;
}

function describeFiles(files: readonly SessionFile[]): string {
  if (files.length === 0) return '';
  const lines = files.map((file) => `- ${file.name} (${formatBytes(file.bytes)})`);
  // Code may have deleted or changed them since.
  return `Files that the user added to the working directory:\n${lines.join('\n')}`;
}
