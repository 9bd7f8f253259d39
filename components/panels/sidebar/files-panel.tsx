'use client';

import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { formatBytes } from '../../../lib/util/format-bytes.ts';
import { fileUrl } from '../../api/actbook-api.ts';
import { listFiles } from '../../api/files-api.ts';
import { Button } from '../../ui/button.tsx';
import { CloseIcon, DownloadIcon, FileIcon, PlusIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { type FileEntry, mergeFiles } from '../files/merge-files.ts';
import { toBaseName } from '../files/to-base-name.ts';
import type { Upload, Uploads } from '../files/use-uploads.ts';
import { countEndedCells } from './count-ended-cells.ts';
import styles from './files-panel.module.css';

const FileDialog = dynamic(() => import('../files/file-dialog.tsx').then((module) => module.FileDialog));

interface FilesPanelProps {
  session: Session;
  uploads: Uploads;
}

/** The files of the session, whoever made them: to add, look at and download. */
export function FilesPanel({ session, uploads }: FilesPanelProps) {
  const [openName, setOpenName] = useState<string | null>(null);
  const lastRun = session.runs.at(-1);
  const version = [session.id, countEndedCells(session.cells), lastRun?.endedAt, listBlobs(session)].join(
    ' ',
  );
  const listing = useLoaded(version, () => listFiles(session.id));
  const entries = mergeFiles(session.files, listing.value, lastRun?.startedAt ?? 0);
  const open = entries.find(({ name }) => name === openName);
  return (
    <>
      <AddButton onFiles={uploads.add} />
      {uploads.items.length > 0 && (
        <ul className={styles.files} aria-label="Files on their way">
          {uploads.items.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
      {entries.length > 0 && (
        <ul className={styles.files} aria-label="Files">
          {entries.map((file) => (
            <FileRow
              key={file.name}
              sessionId={session.id}
              file={file}
              onOpen={() => setOpenName(file.name)}
            />
          ))}
        </ul>
      )}
      {entries.length === 0 && uploads.items.length === 0 && (
        <p className={styles.empty}>
          Nothing here yet. Drop files anywhere on the page; what code writes appears here too.
        </p>
      )}
      {listing.value?.isCut && (
        <p className={styles.empty}>Only the first {listing.value.files.length} files are shown.</p>
      )}
      {listing.failure && (
        <Notice tone="warning" action={<Button onClick={listing.reload}>Try again</Button>}>
          {listing.failure}
        </Notice>
      )}
      {session.files.length > 0 && (
        <p className={styles.credit}>A downloaded notebook reads these from the folder it lies in.</p>
      )}
      {open && <FileDialog sessionId={session.id} file={open} onClose={() => setOpenName(null)} />}
    </>
  );
}

/** Changes with the content of any upload. */
function listBlobs({ files }: Session): string {
  return files.map(({ blob }) => blob.slice(0, 8)).join();
}

function AddButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button onClick={() => inputRef.current?.click()}>
        <PlusIcon size={14} /> Add files
      </Button>
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
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
          <Button
            look="quiet"
            className={styles.action ?? ''}
            aria-label={`Leave out ${file.name}`}
            title="Leave out"
            onClick={() => uploads.dismiss(upload)}
          >
            <CloseIcon size={12} />
          </Button>
        )}
      </div>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}{' '}
          <button type="button" className={styles.retry} onClick={() => uploads.retry(upload)}>
            Try again
          </button>
        </p>
      ) : (
        <progress
          className={styles.progress}
          max={1}
          value={progress}
          aria-label={`Uploading ${file.name}`}
        />
      )}
    </li>
  );
}

const MARKS = {
  new: { word: 'new', title: 'Made by the last run or since' },
  changed: { word: 'changed', title: 'Code has written to this upload' },
  made: { word: 'made', title: 'Made by code in this notebook' },
};

function FileRow({ sessionId, file, onOpen }: { sessionId: string; file: FileEntry; onOpen: () => void }) {
  const { name, bytes, mark, credit } = file;
  const base = toBaseName(name);
  return (
    <li>
      <div className={styles.file}>
        <FileIcon size={14} />
        <button type="button" className={styles.open} title={`Look at ${name}`} onClick={onOpen}>
          {name.length > base.length && <span className={styles.folder}>{name.slice(0, -base.length)}</span>}
          {base}
        </button>
        {mark && (
          <span className={styles.mark} data-mark={mark} title={MARKS[mark].title}>
            {MARKS[mark].word}
          </span>
        )}
        <span className={styles.size}>{formatBytes(bytes)}</span>
        <a
          className={styles.download}
          href={fileUrl(sessionId, name)}
          download={base}
          aria-label={`Download ${name}`}
          title="Download"
        >
          <DownloadIcon size={14} />
        </a>
      </div>
      {credit && <p className={styles.credit}>{credit}</p>}
    </li>
  );
}
