'use client';

import { useRef, useState } from 'react';
import { CONTEXT_FILE } from '../../../lib/protocol/files/context-file.ts';
import { UNDO_MS } from '../../../lib/protocol/undo.ts';
import type { Session } from '../../../lib/session/session.ts';
import { toMessage } from '../../../lib/util/app-error.ts';
import { callApi } from '../../api/call-api.ts';
import { deleteFile } from '../../api/files-api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { pickFiles } from '../../ui/controls/pick-files.ts';
import { useLoaded } from '../../ui/hooks/use-loaded.ts';
import { FileIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { UI_TEXTS } from '../../ui/ui-texts.ts';
import { FILES_TEXTS } from '../files/files-texts.ts';
import { mergeFiles } from '../files/merge-files.ts';
import type { FileOrder } from '../files/sort-files.ts';
import type { Uploads } from '../files/use-uploads.ts';
import { countEndedCells } from './count-ended-cells.ts';
import styles from './files-panel.module.css';

// What a notebook without files does not need.
const FileList = createLate(async () => (await import('./file-list.tsx')).FileList);
const UploadRow = createLate(async () => (await import('./file-rows.tsx')).UploadRow);
const UndoRow = createLate(async () => (await import('../../ui/controls/undo-row.tsx')).UndoRow);
const OrderPicker = createLate(async () => (await import('./order-picker.tsx')).OrderPicker);
const FileTrash = createLate(async () => (await import('../files/file-trash.tsx')).FileTrash);
const OpenFile = createLate(async () => (await import('../files/open-file.tsx')).OpenFile);

interface FilesPanelProps {
  session: Session;
  uploads: Uploads;
}

/** All files of the session: adds, previews and downloads them. */
export function FilesPanel({ session, uploads }: FilesPanelProps) {
  const [openName, setOpenName] = useState<string | null>(null);
  const [order, setOrder] = useState<FileOrder | null>(null);
  const lastRun = session.runs.at(-1);
  const version = [session.id, countEndedCells(session.cells), lastRun?.endedAt, listChanges(session)].join();
  const params = { sessionId: session.id };
  const listing = useLoaded(version, async () => ({
    ...(await callApi('listFiles', { params })),
    asked: session.files,
  }));
  const trash = useLoaded(version, () => callApi('listTrashedFiles', { params }));
  const [isTrashOpen, setTrashOpen] = useState(false);
  const reload = () => {
    listing.reload();
    trash.reload();
  };
  const deletion = useFileDeletion(session.id, reload);
  const trashed = trash.value?.files ?? [];
  // Gone when the file was restored or erased elsewhere.
  const undoable = trashed.find(({ id }) => id === deletion.last?.id);
  const entries = mergeFiles(session.files, listing.value, lastRun?.startedAt ?? 0);
  return (
    <>
      <div className={styles.ways}>
        <Button onClick={() => void pickFiles({ multiple: true }).then(uploads.add)}>
          <PlusIcon size={14} /> {FILES_TEXTS.add}
        </Button>
        <Button
          onClick={() =>
            void import('../files/pick-folder.ts').then(async ({ pickFolder }) =>
              uploads.add(await pickFolder()),
            )
          }
        >
          <PlusIcon size={14} /> {FILES_TEXTS.addFolder}
        </Button>
      </div>
      {uploads.items.length > 0 && (
        <ul className={styles.files} aria-label={FILES_TEXTS.uploads}>
          {uploads.items.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
      {undoable && (
        <UndoRow
          key={undoable.id}
          text={FILES_TEXTS.deleted(undoable.name)}
          label={FILES_TEXTS.undoDelete(undoable.name)}
          forMs={UNDO_MS}
          onUndo={deletion.undo}
        />
      )}
      {deletion.failure && <Notice tone="danger">{deletion.failure}</Notice>}
      {entries.length > 1 && <OrderPicker value={order} onChange={setOrder} />}
      {entries.length > 0 && (
        <FileList
          sessionId={session.id}
          entries={entries}
          order={order}
          onOpen={setOpenName}
          onDelete={deletion.remove}
          onChange={reload}
        />
      )}
      {entries.length === 0 && uploads.items.length === 0 && (
        <p className={styles.empty}>{FILES_TEXTS.empty}</p>
      )}
      {listing.value?.isCut && (
        <p className={styles.empty}>{FILES_TEXTS.onlyFirst(listing.value.files.length)}</p>
      )}
      {listing.failure && (
        <Notice tone="warning" action={<Button onClick={listing.reload}>{UI_TEXTS.tryAgain}</Button>}>
          {listing.failure}
        </Notice>
      )}
      {entries.length > 0 && session.files.length > 0 && (
        <p className={styles.credit}>{FILES_TEXTS.sameFolder}</p>
      )}
      {!entries.some(({ name }) => name === CONTEXT_FILE) && (
        <Button look="quiet" className={styles.trash} onClick={() => setOpenName(CONTEXT_FILE)}>
          <FileIcon size={14} /> {FILES_TEXTS.addContext}
        </Button>
      )}
      {trashed.length > 0 && (
        <Button look="quiet" className={styles.trash} onClick={() => setTrashOpen(true)}>
          <TrashIcon size={14} /> {FILES_TEXTS.trash(trashed.length)}
        </Button>
      )}
      {isTrashOpen && (
        <FileTrash
          sessionId={session.id}
          files={trashed}
          onChange={reload}
          onClose={() => setTrashOpen(false)}
        />
      )}
      {openName !== null && (
        <OpenFile
          key={openName}
          sessionId={session.id}
          name={openName}
          entries={entries}
          onRename={setOpenName}
          onClose={() => setOpenName(null)}
        />
      )}
    </>
  );
}

/** Changes when the content of any upload changes, or a file is deleted or brought back. */
function listChanges({ files, deletedFiles }: Session): string {
  return [...files.map(({ blob }) => blob.slice(0, 8)), ...deletedFiles.map(({ name }) => name)].join();
}

interface FileDeletion {
  /** The file that was deleted last and not brought back, with its ID in the trash. */
  readonly last: { readonly id: string; readonly name: string } | null;
  /** What went wrong last, as a sentence; empty if nothing did. */
  readonly failure: string;
  remove(name: string): void;
  undo(): void;
}

/** Deletes files of the session, and takes the last deletion back. `onChange`: after either. */
function useFileDeletion(sessionId: string, onChange: () => void): FileDeletion {
  const [last, setLast] = useState<FileDeletion['last']>(null);
  const [failure, setFailure] = useState('');
  /** The file that is being brought back: pressed again meanwhile, it is asked for once. */
  const askedRef = useRef('');
  const perform = (work: Promise<(before: FileDeletion['last']) => FileDeletion['last']>) => {
    setFailure('');
    work.then(setLast, (error: unknown) => setFailure(toMessage(error))).finally(onChange);
  };
  return {
    last,
    failure,
    // Deleted twice quickly, the first deletion is the one to take back.
    remove: (name) =>
      perform(deleteFile(sessionId, name).then((id) => (before) => (id === null ? before : { id, name }))),
    undo: () => {
      if (!last || last.id === askedRef.current) return;
      askedRef.current = last.id;
      const restored = callApi('restoreFile', { params: { sessionId, fileId: last.id } }).finally(() => {
        askedRef.current = '';
      });
      perform(restored.then(() => () => null));
    },
  };
}
