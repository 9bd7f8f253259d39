/** Commands on whole notebooks and on the page around them. */
import { createBlankNotebook, createSession, importNotebook } from '../../../api/actbook-api.ts';
import { pickFiles } from '../../../ui/controls/pick-files.ts';
import { chooseTheme } from '../../../ui/theme.ts';
import { NEW_CELL_DRAFT } from '../../editor/drafts.ts';
import { type CommandRuns, onCell } from '../table/command-context.ts';
import { COMMAND_RUN_TEXTS } from './command-run-texts.ts';
import { saveCell } from './save-cell.ts';

export const NOTEBOOK_RUNS = {
  'notebook-save': async (context) => {
    for (const cell of context.session.cells) if (!(await saveCell(context, cell))) return;
    const isAllCells = context.drafts.read(NEW_CELL_DRAFT) === null;
    context.tell({ text: isAllCells ? COMMAND_RUN_TEXTS.saved : COMMAND_RUN_TEXTS.savedButNew });
  },
  'notebook-new': () => location.assign('/'),
  'notebook-blank': async ({ session }) => {
    location.assign(`/sessions/${await createBlankNotebook(session.kernel.name)}`);
  },
  'notebook-open': async () => {
    const [file] = await pickFiles({ accept: '.ipynb' });
    if (file) location.assign(`/sessions/${await importNotebook(file)}`);
  },
  'cell-branch': onCell(async ({ session }, cell) => {
    const id = await createSession({ branchOf: { sessionId: session.id, cellId: cell.id } });
    location.assign(`/sessions/${id}`);
  }),
  'theme-light': () => chooseTheme('light'),
  'theme-dark': () => chooseTheme('dark'),
  'theme-system': () => chooseTheme('system'),
} satisfies CommandRuns;
