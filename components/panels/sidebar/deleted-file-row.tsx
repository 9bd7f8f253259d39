'use client';

import { Button } from '../../ui/controls/button.tsx';
import { FileIcon, RestartIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { FILE_ROW_TEXTS } from '../files/file-row-texts.ts';
import styles from './files-panel.module.css';
import { usePutBack } from './use-put-back.ts';

interface DeletedFileRowProps {
  sessionId: string;
  name: string;
  onChange: () => void;
}

/** An upload that code has deleted: it can be put back as it was added. */
export function DeletedFileRow({ sessionId, name, onChange }: DeletedFileRowProps) {
  const putBack = usePutBack(sessionId, name, onChange);
  return (
    <li>
      <div className={styles.file}>
        <FileIcon size={14} />
        <span className={styles.gone} title={FILE_ROW_TEXTS.deletedFile}>
          {name}
        </span>
        <span className={styles.mark} data-mark="deleted" title={FILE_ROW_TEXTS.deletedFile}>
          {FILE_ROW_TEXTS.deletedByCode}
        </span>
        <Button
          look="quiet"
          aria-label={FILE_ROW_TEXTS.putBackFile(name)}
          onClick={putBack.run}
          disabled={putBack.isRunning}
        >
          <RestartIcon size={14} /> {FILE_ROW_TEXTS.putBack}
        </Button>
      </div>
      {putBack.failure && <Notice tone="danger">{putBack.failure}</Notice>}
    </li>
  );
}
