'use client';

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { InputRequest } from '../../../../lib/protocol/cells/cell.ts';
import { toMessage } from '../../../../lib/util/app-error.ts';
import { splitChoices } from '../../../../lib/util/split-choices.ts';
import { callApi } from '../../../api/call-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { CELL_PART_TEXTS } from '../cell-part-texts.ts';
import styles from './cell-inputs.module.css';

interface CellInputsProps {
  requests: readonly InputRequest[];
  /** Whether a rebuild runs the cell again: then its output does not show the questions. */
  isAgain: boolean;
}

/** Fields for what the running code asks; the questions themselves are in the cell's output. */
export function CellInputs({ requests, isAgain }: CellInputsProps) {
  const sessionId = useSessionId();
  // Kept here, because the field disappears when another tab answers first.
  const [failure, setFailure] = useState('');

  const send = async (requestId: string, value: string) => {
    setFailure('');
    await callApi('replyInput', { params: { sessionId }, body: { requestId, value } }).catch(
      (error: unknown) => setFailure(toMessage(error)),
    );
  };
  return (
    <>
      {requests.map((request) => (
        <InputField
          key={request.requestId}
          request={request}
          isAgain={isAgain}
          onSend={(value) => send(request.requestId, value)}
        />
      ))}
      {failure && <Notice tone="warning">{failure}</Notice>}
    </>
  );
}

function isCodeField(element: Element | null): boolean {
  return element?.closest('[data-editor]') != null;
}

interface InputFieldProps {
  request: InputRequest;
  isAgain: boolean;
  onSend: (value: string) => Promise<void>;
}

/** One line, sent with Enter, or one of the choices that the question ends with. The browser does not store it. */
function InputField({ request: { prompt, password }, isAgain, onSend }: InputFieldProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [isSending, setSending] = useState(false);
  const kind = password ? 'Password' : 'Answer';
  const choices = password ? [] : splitChoices(prompt).choices;

  useEffect(() => {
    const field = fieldRef.current;
    const focused = document.activeElement;
    // Scroll only if the user went to this cell, or wrote it: do not move a user who reads elsewhere.
    const isSought = field?.closest('[data-cell-id]') === focused || isCodeField(focused);
    // What is typed next is the answer, perhaps a password: not into the empty field for the next cell.
    if (!isTypingElsewhere()) field?.focus({ preventScroll: !isSought });
  }, []);

  const send = (value: string) => {
    if (isSending) return;
    setSending(true);
    void onSend(value).finally(() => setSending(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(fieldRef.current?.value ?? '');
  };
  return (
    <form className={styles.form} autoComplete="off" onSubmit={submit}>
      {choices.map((choice) => (
        <Button key={choice} disabled={isSending} onClick={() => send(choice)}>
          {choice}
        </Button>
      ))}
      <input
        ref={fieldRef}
        data-asks
        className={styles.field}
        type={password ? 'password' : 'text'}
        aria-label={prompt.trim() || CELL_PART_TEXTS.inputField(kind)}
        placeholder={CELL_PART_TEXTS.inputHint(kind)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={noteId}
      />
      <Button look="primary" type="submit" disabled={isSending}>
        Send
      </Button>
      <p id={noteId} className={styles.note}>
        {isAgain && `${CELL_PART_TEXTS.asksAgain(prompt.trim() || kind.toLowerCase())} `}
        {password ? CELL_PART_TEXTS.asksPassword : CELL_PART_TEXTS.asks}
      </p>
    </form>
  );
}

/** Whether the user is writing somewhere: then nothing may take the focus. */
function isTypingElsewhere(): boolean {
  const focused = document.activeElement;
  const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
  if (isField) return focused.value !== '';
  return focused instanceof HTMLElement && focused.isContentEditable && focused.textContent !== '';
}
