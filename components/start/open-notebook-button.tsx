'use client';

import { type ChangeEvent, useRef, useState } from 'react';
import { toMessage } from '../../lib/util/app-error.ts';
import type { OpenNotebook } from '../composer/use-draft.ts';
import { Button } from '../ui/button.tsx';
import { FileIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './open-notebook-button.module.css';

/** Goes on from a notebook file that the person has. */
export function OpenNotebookButton({ onOpen }: { onOpen: OpenNotebook }) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [isOpening, setOpening] = useState(false);
  const [failure, setFailure] = useState('');

  const open = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [notebook] = target.files ?? [];
    if (!notebook) return;
    setOpening(true);
    setFailure('');
    await onOpen(notebook, []).catch((error: unknown) => {
      setFailure(toMessage(error));
      setOpening(false);
    });
    // The same file can be chosen again after it was mended.
    target.value = '';
  };
  return (
    <div className={styles.open}>
      <Button look="quiet" disabled={isOpening} onClick={() => inputRef.current?.click()}>
        <FileIcon size={14} /> {isOpening ? 'Opening…' : 'Open a notebook (.ipynb)'}
      </Button>
      <input
        ref={inputRef}
        type="file"
        accept=".ipynb"
        aria-label="Notebook file"
        hidden
        onChange={(event) => void open(event)}
      />
      {failure && <Notice tone="danger">{failure}</Notice>}
    </div>
  );
}
