'use client';

import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import styles from './modal-dialog.module.css';

interface ModalDialogProps extends Omit<ComponentProps<'dialog'>, 'open' | 'ref'> {
  ref?: RefObject<HTMLDialogElement | null>;
  label: string;
  /** While true, it does not close. */
  isBusy?: boolean;
  /** While true, it has what would be lost: Escape and a press outside do not close it. */
  isHeld?: boolean;
  onClose: () => void;
}

/**
 * A native dialog that covers the page. Rendered only while it is open. Like every layer it marks an Escape that it
 * takes as handled, so that nothing below it closes or stops.
 */
export function ModalDialog({
  ref,
  label,
  isBusy = false,
  isHeld = false,
  className,
  onKeyDown,
  onClose,
  children,
  ...rest
}: ModalDialogProps) {
  const ownRef = useRef<HTMLDialogElement>(null);
  const dialogRef = ref ?? ownRef;
  useEffect(() => dialogRef.current?.showModal(), [dialogRef]);
  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    onKeyDown?.(event);
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (!isBusy && !isHeld) dialogRef.current?.close();
  };
  return (
    <dialog
      ref={dialogRef}
      // A press on its text keeps the focus inside.
      tabIndex={-1}
      className={[styles.dialog, className].filter(Boolean).join(' ')}
      aria-label={label}
      aria-busy={isBusy}
      // A press outside it; browsers that do not know this have Escape and its buttons.
      closedby={isBusy || isHeld ? 'none' : 'any'}
      onKeyDown={press}
      onCancel={(event) => {
        if (isBusy || isHeld) event.preventDefault();
      }}
      onClose={({ target, currentTarget }) => {
        // React also passes on what a dialog inside this one says, unlike browsers.
        if (target === currentTarget) onClose();
      }}
      {...rest}
    >
      {children}
    </dialog>
  );
}
