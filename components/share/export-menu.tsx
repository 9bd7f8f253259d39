'use client';

import dynamic from 'next/dynamic';
import { useEffect, useRef, useState } from 'react';
import { exportUrl } from '../api/share-api.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useEscapeFirst } from '../ui/use-escape-first.ts';
import styles from './export-menu.module.css';
import { printNotebook } from './print-notebook.ts';

const ShareDialog = dynamic(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));

const FORMATS = [
  { format: 'ipynb', name: 'Download as .ipynb', what: 'Notebook, for Jupyter' },
  { format: 'py', name: 'Download as .py', what: 'Script, in cells' },
  { format: 'html', name: 'Download as .html', what: 'Page that needs nothing else' },
  { format: 'md', name: 'Download as .md', what: 'Markdown, pictures in it' },
] as const;

interface ExportMenuProps {
  sessionId: string;
  /** Whether the notebook reads files of the session. */
  hasFiles: boolean;
}

/** Ways to take the notebook away: files, paper, a link. */
export function ExportMenu({ sessionId, hasFiles }: ExportMenuProps) {
  const menuRef = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const print = useAction(() => printNotebook(exportUrl(sessionId, 'html')));
  const close = () => menuRef.current?.hidePopover();
  useEscapeFirst(isOpen, close);
  usePrintKeys(print.run);
  // It can be printed by keys while the menu, which says what went wrong, is closed.
  useEffect(() => {
    if (print.failure) menuRef.current?.showPopover();
  }, [print.failure]);
  return (
    <>
      <button
        type="button"
        className={buttonClass('quiet')}
        popoverTarget="export-menu"
        aria-label="Export and share"
        aria-expanded={isOpen}
        title="Export and share"
      >
        <DownloadIcon />
      </button>
      <div
        ref={menuRef}
        id="export-menu"
        popover="auto"
        className={styles.menu}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <ul className={styles.list}>
          {FORMATS.map(({ format, name, what }) => (
            <li key={format}>
              <a className={styles.item} href={exportUrl(sessionId, format)} download onClick={close}>
                {name}
                <span className={styles.what}>{what}</span>
              </a>
            </li>
          ))}
          <li>
            <button type="button" className={styles.item} onClick={print.run} disabled={print.isRunning}>
              Print
              <span className={styles.what}>The whole notebook, on paper or as PDF</span>
            </button>
          </li>
          <li>
            <button
              type="button"
              className={styles.item}
              onClick={() => {
                close();
                setSharing(true);
              }}
            >
              Share a link
              <span className={styles.what}>To read, nothing else</span>
            </button>
          </li>
        </ul>
        {hasFiles && (
          <p className={styles.note}>Its data files must lie beside a downloaded notebook or script.</p>
        )}
        {print.failure && <Notice tone="danger">{print.failure}</Notice>}
        <Button look="quiet" className={styles.close ?? ''} onClick={close}>
          Close
        </Button>
      </div>
      {isSharing && <ShareDialog sessionId={sessionId} onClose={() => setSharing(false)} />}
    </>
  );
}

/** The browser would print what is on the screen: the page draws only what is near. `print` stays the same function. */
function usePrintKeys(print: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      print();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [print]);
}
