'use client';

import { useState } from 'react';
import type { GroupedFile } from '../../../lib/session/view/files/group-files.ts';
import { formatBytes } from '../../../lib/util/format-bytes.ts';
import { toApiUrl } from '../../api/call-api.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { CloseIcon, DownloadIcon, FileIcon, RestartIcon, TrashIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { UI_TEXTS } from '../../ui/ui-texts.ts';
import { FILE_DIALOG_TEXTS } from '../files/file-dialog-texts.ts';
import { FILE_ROW_TEXTS } from '../files/file-row-texts.ts';
import type { FileEntry } from '../files/merge-files.ts';
import { splitExtension, toBaseName } from '../files/split-name.ts';
import type { Upload, Uploads } from '../files/use-uploads.ts';
import styles from './files-panel.module.css';
import { usePutBack } from './use-put-back.ts';

/** A file on its way. */
export function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { file, progress, failure } = upload;
  return (
    <li className={styles.upload}>
      <div className={styles.file}>
        <FileIcon size={14} />
        <span className={styles.name} title={file.name}>
          {file.name}
        </span>
        <span className={styles.size}>
          {failure ? formatBytes(file.size) : `${Math.floor(progress * 100)} %`}
        </span>
        {failure && (
          <IconButton
            className={styles.action}
            label={FILE_ROW_TEXTS.dismiss(file.name)}
            title="Dismiss"
            onClick={() => uploads.dismiss(upload)}
          >
            <CloseIcon size={12} />
          </IconButton>
        )}
      </div>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}{' '}
          <button type="button" className={styles.retry} onClick={() => uploads.retry(upload)}>
            {UI_TEXTS.tryAgain}
          </button>
        </p>
      ) : (
        <progress
          className={styles.progress}
          max={1}
          value={progress}
          aria-label={FILE_ROW_TEXTS.uploading(file.name)}
        />
      )}
    </li>
  );
}

const MARKS = {
  deleted: { word: FILE_ROW_TEXTS.deletedByCode, title: FILE_ROW_TEXTS.deletedFile },
  new: { word: 'new', title: FILE_DIALOG_TEXTS.newFile },
  changed: { word: 'changed', title: FILE_DIALOG_TEXTS.changedFile },
  made: { word: 'created', title: FILE_ROW_TEXTS.madeFile },
};

interface FolderRowProps {
  sessionId: string;
  folder: GroupedFile<FileEntry>;
  files: readonly FileEntry[];
  onOpen: (name: string) => void;
  onDelete: (name: string) => void;
  onChange: () => void;
}

/** A folder of Parquet files, which is opened as one table. Its files are listed on demand. */
export function FolderRow({ sessionId, folder, files, onOpen, onDelete, onChange }: FolderRowProps) {
  const { name, bytes, count } = folder;
  const [isExpanded, setExpanded] = useState(false);
  return (
    <li>
      <div className={styles.file}>
        <FileIcon size={14} />
        <button
          type="button"
          className={styles.open}
          title={FILE_ROW_TEXTS.open(name)}
          onClick={() => onOpen(name)}
        >
          {name}/
        </button>
        <span className={styles.size}>{formatBytes(bytes)}</span>
      </div>
      <button
        type="button"
        className={styles.retry}
        aria-expanded={isExpanded}
        onClick={() => setExpanded(!isExpanded)}
      >
        {FILE_ROW_TEXTS.parts(count)}
      </button>
      {isExpanded && (
        <ul className={styles.files} aria-label={name}>
          {files.map((file) => (
            <FileRow
              key={file.name}
              {...{ sessionId, file, onChange }}
              onOpen={() => onOpen(file.name)}
              onDelete={() => onDelete(file.name)}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

interface FileRowProps {
  sessionId: string;
  file: FileEntry;
  onOpen: () => void;
  onDelete: () => void;
  onChange: () => void;
}

/** A file that is there. */
export function FileRow({ sessionId, file, onOpen, onDelete, onChange }: FileRowProps) {
  const { name, bytes, mark, credit } = file;
  const putBack = usePutBack(sessionId, name, onChange);
  const base = toBaseName(name);
  const [stem, extension] = splitExtension(base);
  return (
    <li>
      <div className={styles.file}>
        <FileIcon size={14} />
        <button type="button" className={styles.open} title={FILE_ROW_TEXTS.open(name)} onClick={onOpen}>
          {name.length > base.length && <span className={styles.folder}>{name.slice(0, -base.length)}</span>}
          {stem}
          <span className={styles.extension}>{extension}</span>
        </button>
        {mark && (
          <span className={styles.mark} data-mark={mark} title={MARKS[mark].title}>
            {MARKS[mark].word}
          </span>
        )}
        <span className={styles.size}>{formatBytes(bytes)}</span>
        {mark === 'changed' && (
          <Button
            look="quiet"
            className={styles.back}
            aria-label={FILE_ROW_TEXTS.putBackFile(name)}
            title={FILE_ROW_TEXTS.putBackAsAdded}
            onClick={putBack.run}
            disabled={putBack.isRunning}
          >
            <RestartIcon size={14} /> {FILE_ROW_TEXTS.putBack}
          </Button>
        )}
        <a
          className={styles.download}
          href={toApiUrl('readFile', { params: { sessionId, path: name } })}
          download={base}
          aria-label={FILE_ROW_TEXTS.download(name)}
          title="Download"
        >
          <DownloadIcon size={14} />
        </a>
        <IconButton
          className={styles.action}
          label={FILE_ROW_TEXTS.remove(name)}
          title="Delete"
          onClick={onDelete}
        >
          <TrashIcon size={14} />
        </IconButton>
      </div>
      {putBack.failure && <Notice tone="danger">{putBack.failure}</Notice>}
      {credit && <p className={styles.credit}>{credit}</p>}
    </li>
  );
}
