'use client';

import { useState } from 'react';
import type { KernelSpec } from '../../../lib/protocol/kernel/kernel-spec.ts';
import type { ApprovalMode } from '../../../lib/protocol/runs/run.ts';
import { chooseApproval, createBlankNotebook } from '../../api/actbook-api.ts';
import type { OpenNotebook } from '../../ask/composer/use-draft.ts';
import { KernelPicker } from '../../ask/kernel-picker.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { pickFiles } from '../../ui/controls/pick-files.ts';
import { useAction } from '../../ui/hooks/use-action.ts';
import { FileIcon, PlusIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { beginSession } from './begin-session.ts';
import styles from './notebook-buttons.module.css';
import { START_TEXTS } from './start-texts.ts';

interface NotebookButtonsProps {
  /** Which code of agents waits in a blank notebook. */
  approval: ApprovalMode;
  /** For a blank notebook, unless the user chooses another. */
  kernel: string;
  kernels: readonly KernelSpec[];
  /** That are attached: they come along. */
  files: readonly File[];
  onOpen: OpenNotebook;
  /** Goes to a notebook that was created. */
  onCreate: (sessionId: string) => void;
}

/** Starts without a question: with a blank notebook, or from an existing notebook file. */
export function NotebookButtons({
  approval,
  kernel,
  kernels,
  files,
  onOpen,
  onCreate,
}: NotebookButtonsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const blank = useAction(async () => {
    const create = () => createBlankNotebook(chosen ?? kernel);
    onCreate(await beginSession(create, files, (id) => chooseApproval(id, approval)));
  });
  const open = useAction(async () => {
    const [notebook] = await pickFiles({ accept: '.ipynb' });
    if (notebook) await onOpen(notebook, files);
  });
  return (
    <div className={styles.open}>
      <Button look="quiet" disabled={open.isRunning} onClick={open.run}>
        <FileIcon size={14} /> {open.isRunning ? 'Opening…' : START_TEXTS.openNotebook}
      </Button>
      <Button look="quiet" disabled={blank.isRunning} onClick={blank.run}>
        <PlusIcon size={14} /> {START_TEXTS.blankNotebook}
      </Button>
      {/* Last, because it may appear late. */}
      <KernelPicker
        value={chosen ?? kernel}
        onChange={setChosen}
        known={kernels}
        label={START_TEXTS.blankKernel}
      />
      {(open.failure || blank.failure) && <Notice tone="danger">{open.failure || blank.failure}</Notice>}
    </div>
  );
}
