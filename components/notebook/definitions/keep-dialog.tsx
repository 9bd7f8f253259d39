'use client';

import { type KeyboardEvent, useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';
import { forgetDefinition, keepDefinition } from '../../api/context-api.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import dialog from '../../ui/layers/confirm-dialog.module.css';
import { ModalDialog } from '../../ui/layers/modal-dialog.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { useCommands } from '../commands/commands-context.ts';
import { DEFINITION_TEXTS } from './definition-texts.ts';
import styles from './keep-dialog.module.css';

interface KeepDialogProps {
  /** What the user said. */
  said: string;
  onClose: () => void;
}

/** Keeps a sentence as a line of the notebook's CONTEXT.md, once the user has read it over. Rendered only while it is open. */
export function KeepDialog({ said, onClose }: KeepDialogProps) {
  const sessionId = useSessionId();
  const { tell } = useCommands();
  const [first] = useState(() => said.replaceAll(/\s+/g, ' ').trim());
  const [text, setText] = useState(first);
  const isEmpty = text.trim() === '';
  const keep = useAction(async () => {
    await keepDefinition(sessionId, text);
    const undo = () =>
      forgetDefinition(sessionId, text).then(
        () => tell({ text: DEFINITION_TEXTS.forgotten }),
        (error: unknown) => tell({ text: toMessage(error) }),
      );
    tell({ text: DEFINITION_TEXTS.kept, undo });
    onClose();
  });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isEmpty) keep.run();
  };
  return (
    <ModalDialog
      className={dialog.dialog}
      label={DEFINITION_TEXTS.title}
      isBusy={keep.isRunning}
      isHeld={text !== first}
      onClose={onClose}
    >
      <h2 className={dialog.title}>{DEFINITION_TEXTS.title}</h2>
      <div className={dialog.text}>
        <p>{DEFINITION_TEXTS.where}</p>
      </div>
      <textarea
        ref={focusEnd}
        className={styles.field}
        aria-label={DEFINITION_TEXTS.field}
        rows={3}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
      />
      {keep.failure && <Notice tone="danger">{keep.failure}</Notice>}
      <div className={dialog.actions}>
        <Button onClick={onClose} disabled={keep.isRunning}>
          Cancel
        </Button>
        <Button look="primary" onClick={keep.run} disabled={keep.isRunning || isEmpty}>
          {DEFINITION_TEXTS.keep}
        </Button>
      </div>
    </ModalDialog>
  );
}

function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
