'use client';

import type { OpenNotebook } from '../../ask/composer/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { FileIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pickFile } from '../../ui/pick-file.ts';
import { useAction } from '../../ui/use-action.ts';
import styles from './open-notebook-button.module.css';
import { START_TEXTS } from './start-texts.ts';

/** Starts from an existing notebook file. */
export function OpenNotebookButton({ onOpen }: { onOpen: OpenNotebook }) {
  const open = useAction(async () => {
    const notebook = await pickFile('.ipynb');
    if (notebook) await onOpen(notebook, []);
  });
  return (
    <div className={styles.open}>
      <Button look="quiet" disabled={open.isRunning} onClick={open.run}>
        <FileIcon size={14} /> {open.isRunning ? 'Opening…' : START_TEXTS.openNotebook}
      </Button>
      {open.failure && <Notice tone="danger">{open.failure}</Notice>}
    </div>
  );
}
