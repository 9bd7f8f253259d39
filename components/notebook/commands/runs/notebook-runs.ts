/** Commands on whole notebooks and on the page around them. */
import type { Session } from '../../../../lib/session/session.ts';
import { findApproval } from '../../../../lib/session/view/runs/find-approval.ts';
import { formatBytes } from '../../../../lib/util/format-bytes.ts';
import {
  chooseApproval,
  createBlankNotebook,
  createSession,
  importNotebook,
  planBranch,
} from '../../../api/actbook-api.ts';
import { pickFiles } from '../../../ui/controls/pick-files.ts';
import { chooseTheme } from '../../../ui/theme.ts';
import { toWaysPath } from '../../to-ways-path.ts';
import { type CommandContext, type CommandRuns, onCell } from '../table/command-context.ts';
import { loadRunTexts } from './load-run-texts.ts';

/** Opens a second notebook that continues from a cell, by default the last. */
async function branch({ session, confirm, tell }: CommandContext, cellId?: string): Promise<void> {
  const texts = await loadRunTexts();
  tell({ text: texts.branching });
  try {
    const plan = await planBranch(session.id, cellId);
    const question = texts.askToBranch(plan, formatBytes(plan.bytes));
    if (question) {
      tell(null);
      if (!(await confirm(question))) return;
      tell({ text: texts.branching });
    }
    // What was promised is made, or else nothing: its error says why.
    const kernel = plan.isLive ? 'live' : 'new';
    const id = await createSession({ branchOf: { sessionId: session.id, cellId, kernel } });
    location.assign(`/sessions/${id}`);
  } catch (error) {
    tell(null);
    throw error;
  }
}

/** As much code of agents waits there as in the notebook from which it was begun. */
async function openBeside(session: Session, id: string): Promise<void> {
  await chooseApproval(id, findApproval(session));
  location.assign(`/sessions/${id}`);
}

export const NOTEBOOK_RUNS = {
  'notebook-new': () => location.assign('/'),
  'notebook-blank': async ({ session }) => {
    await openBeside(session, await createBlankNotebook(session.kernel.name));
  },
  'notebook-open': async ({ session }) => {
    const [file] = await pickFiles({ accept: '.ipynb' });
    if (file) await openBeside(session, await importNotebook(file));
  },
  'cell-branch': onCell((context, cell) => branch(context, cell.id)),
  'notebook-branch': (context) => branch(context),
  'ways-show': ({ session }) => {
    const last = session.ways.at(-1);
    if (last) location.assign(toWaysPath(session.id, last.id));
  },
  'theme-light': () => chooseTheme('light'),
  'theme-dark': () => chooseTheme('dark'),
  'theme-system': () => chooseTheme('system'),
} satisfies CommandRuns;
