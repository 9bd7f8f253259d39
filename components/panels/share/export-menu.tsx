'use client';

import dynamic from 'next/dynamic';
import { useEffect, useRef, useState } from 'react';
import type { ExportFormat } from '../../../lib/protocol/export-format.ts';
import { exportUrl } from '../../api/share-api.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { EXPORTS } from '../../notebook/commands/export-choices.ts';
import { getCommand } from '../../notebook/commands/table/command-table.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useEscapeFirst } from '../../ui/use-escape-first.ts';
import styles from './export-menu.module.css';
import { EXPORT_TEXTS } from './export-texts.ts';
import { printNotebook } from './print-notebook.ts';

const ShareDialog = dynamic(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));

interface ExportMenuProps {
  sessionId: string;
  /** Whether the session has files that the notebook may read. */
  hasFiles: boolean;
}

/** Downloads, prints and shares the notebook. */
export function ExportMenu({ sessionId, hasFiles }: ExportMenuProps) {
  const menuRef = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const print = useAction(() => printNotebook(exportUrl(sessionId, 'html')));
  const close = () => menuRef.current?.hidePopover();
  const share = () => {
    close();
    setSharing(true);
  };
  useEscapeFirst(isOpen, close);
  // A key can print while the menu is closed; the menu opens to show what went wrong.
  useEffect(() => {
    const menu = menuRef.current;
    if (print.failure && menu && !menu.matches(':popover-open')) menu.showPopover();
  }, [print.failure]);
  useCommandHandler('notebook-print', print.run);
  useCommandHandler('notebook-share', share);
  return (
    <>
      <button
        type="button"
        className={buttonClass('quiet')}
        popoverTarget="export-menu"
        aria-label={EXPORT_TEXTS.menu}
        aria-expanded={isOpen}
        title={EXPORT_TEXTS.menu}
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
          {EXPORTS.map((offer) => (
            <ExportLink key={offer.format} {...offer} sessionId={sessionId} onClick={close} />
          ))}
          <li>
            <button type="button" className={styles.item} onClick={print.run} disabled={print.isRunning}>
              Print
              <span className={styles.what}>{EXPORT_TEXTS.printWhat}</span>
            </button>
          </li>
          <li>
            <button type="button" className={styles.item} onClick={share}>
              {EXPORT_TEXTS.share}
              <span className={styles.what}>{EXPORT_TEXTS.shareWhat}</span>
            </button>
          </li>
        </ul>
        {hasFiles && <p className={styles.note}>{EXPORT_TEXTS.dataFiles}</p>}
        {print.failure && <Notice tone="danger">{print.failure}</Notice>}
        <Button look="quiet" className={styles.close ?? ''} onClick={close}>
          Close
        </Button>
      </div>
      {isSharing && <ShareDialog sessionId={sessionId} onClose={() => setSharing(false)} />}
    </>
  );
}

interface ExportLinkProps {
  sessionId: string;
  format: ExportFormat;
  what: string;
  onClick: () => void;
}

function ExportLink({ sessionId, format, what, onClick }: ExportLinkProps) {
  const linkRef = useRef<HTMLAnchorElement>(null);
  const commandId = `export-${format}` as const;
  useCommandHandler(commandId, () => linkRef.current?.click());
  return (
    <li>
      <a ref={linkRef} className={styles.item} href={exportUrl(sessionId, format)} download onClick={onClick}>
        {getCommand(commandId).title}
        <span className={styles.what}>{what}</span>
      </a>
    </li>
  );
}
