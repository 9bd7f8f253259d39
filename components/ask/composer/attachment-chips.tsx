import { formatBytes } from '../../../lib/util/format-bytes.ts';
import { CloseIcon, FileIcon } from '../../ui/icons.tsx';
import styles from './attachment-chips.module.css';
import { COMPOSER_TEXTS } from './composer-texts.ts';
import type { Attachment } from './use-attachments.ts';

interface AttachmentChipsProps {
  items: readonly Attachment[];
  isSending: boolean;
  onRemove: (file: File) => void;
}

/** The files sent with the task, each with its size, its upload's progress and a button that removes it. */
export function AttachmentChips({ items, isSending, onRemove }: AttachmentChipsProps) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={COMPOSER_TEXTS.attached}>
      {items.map(({ file, progress }) => (
        <li key={file.name} className={styles.chip}>
          <FileIcon size={14} />
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
          <span className={styles.size}>{formatBytes(file.size)}</span>
          {isSending ? (
            <progress className={styles.progress} max={1} value={progress ?? 0} aria-label="Uploaded" />
          ) : (
            <button
              type="button"
              className={styles.remove}
              aria-label={COMPOSER_TEXTS.remove(file.name)}
              onClick={() => onRemove(file)}
            >
              <CloseIcon size={12} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
