'use client';

import { useEffect, useState } from 'react';
import { formatBytes } from '../../../lib/util/format-bytes.ts';
import { toApiUrl } from '../../api/call-api.ts';
import { readFileHead } from '../../api/files-api.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { useLoaded } from '../../ui/hooks/use-loaded.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { LoadState } from '../../ui/notices/load-state.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import styles from './file-dialog.module.css';
import { FILE_DIALOG_TEXTS, PREVIEW_TEXTS } from './file-dialog-texts.ts';
import { FileEditor } from './file-editor.tsx';
import { KernelTable } from './kernel-table.tsx';
import type { FileEntry } from './merge-files.ts';
import { type Preview, readPreview } from './read-preview.ts';
import { RenameForm } from './rename-form.tsx';
import { toBaseName } from './split-name.ts';

interface FileDialogProps {
  sessionId: string;
  file: FileEntry;
  /** Called with its new name. */
  onRename: (name: string) => void;
  onClose: () => void;
}

/** The beginning of a file, as far as the page can show it, and what can be done with it. */
export function FileDialog({ sessionId, file, onRename, onClose }: FileDialogProps) {
  const [work, setWork] = useState<'rename' | 'edit' | null>(null);
  const [isChanged, setChanged] = useState(false);
  const end = () => {
    setWork(null);
    setChanged(false);
  };
  const { name, bytes } = file;
  const version = `${name} ${bytes}`;
  const preview = useLoaded(version, () =>
    readPreview(file, (maxBytes, type) => readFileHead(sessionId, name, { maxBytes, type })),
  );
  return (
    <LargeDialog
      title={name}
      facts={formatBytes(bytes)}
      isHeld={isChanged}
      actions={
        <>
          {work === null && <Button onClick={() => setWork('rename')}>{FILE_DIALOG_TEXTS.rename}</Button>}
          {work === null && preview.value?.kind === 'text' && preview.value.isEditable && (
            <Button onClick={() => setWork('edit')}>{FILE_DIALOG_TEXTS.edit}</Button>
          )}
          <a
            className={buttonClass('plain')}
            href={toApiUrl('readFile', { params: { sessionId, path: name } })}
            download={toBaseName(name)}
          >
            <DownloadIcon size={14} /> Download
          </a>
        </>
      }
      onClose={onClose}
    >
      {file.profile && (
        <details className={styles.profile}>
          <summary>{FILE_DIALOG_TEXTS.profile}</summary>
          <p className={styles.told}>{file.profile}</p>
        </details>
      )}
      <LoadState loaded={preview} waiting={PREVIEW_TEXTS.reading} />
      {work === 'rename' && <RenameForm {...{ sessionId, name, onRename }} onEnd={end} />}
      {work === 'edit' && preview.value?.kind === 'text' ? (
        <FileEditor
          {...{ sessionId, name }}
          text={preview.value.text}
          onChange={setChanged}
          onSaved={preview.reload}
          onEnd={end}
        />
      ) : preview.value?.kind === 'table' ? (
        <KernelTable
          sessionId={sessionId}
          address={{ source: 'files', name }}
          version={version}
          fileName={toBaseName(name).replace(/\.[^.]*$/, '')}
          onClose={onClose}
        />
      ) : (
        preview.value && <PreviewView name={name} preview={preview.value} />
      )}
    </LargeDialog>
  );
}

function PreviewView({ name, preview }: { name: string; preview: Exclude<Preview, { kind: 'table' }> }) {
  switch (preview.kind) {
    case 'image':
      return <ImageView name={name} blob={preview.blob} />;
    case 'text':
      return (
        <>
          <ScrollBox className={styles.scroller} label={PREVIEW_TEXTS.preview(name)} isFollowing={false}>
            <pre className={styles.text}>{preview.text}</pre>
          </ScrollBox>
          {preview.isCut && <p className={styles.foot}>{PREVIEW_TEXTS.beginning}</p>}
        </>
      );
    case 'none':
      return <p className={styles.note}>{preview.reason}</p>;
  }
}

function ImageView({ name, blob }: { name: string; blob: Blob }) {
  const [url, setUrl] = useState('');
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (isBroken) return <p className={styles.note}>{PREVIEW_TEXTS.imageBroken}</p>;
  return (
    <div className={styles.stage}>
      {url && <img className={styles.image} src={url} alt={name} onError={() => setBroken(true)} />}
    </div>
  );
}
