'use client';

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ApprovalDecision, ApprovalRequest } from '../../../../lib/protocol/cells/approval.ts';
import { callApi } from '../../../api/call-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';
import { CodeBlock } from '../../../render/code/code-block.tsx';
import { LineDiff } from '../../../render/code/line-diff.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { Notice } from '../../../ui/notices/notice.tsx';
import { useCommands } from '../../commands/commands-context.ts';
import { CellEditor } from '../cell-editor-form.tsx';
import { CELL_PART_TEXTS } from '../cell-part-texts.ts';
import styles from './cell-approvals.module.css';

/** What waits for the user's approval: the cell itself, or calls it makes. */
export function CellApprovals({ requests, source }: CellApprovalsProps) {
  return requests.map((request) => (
    <ApprovalCard key={request.requestId} request={request} cellSource={source} />
  ));
}

interface CellApprovalsProps {
  requests: readonly ApprovalRequest[];
  /** The code that the cell has now. */
  source: string;
}

function ApprovalCard({ request, cellSource }: { request: ApprovalRequest; cellSource: string }) {
  const { requestId, callId, reasons, source, isEdit } = request;
  const sessionId = useSessionId();
  const [view, setView] = useState<'ask' | 'edit' | 'refuse'>('ask');
  const [last, setLast] = useState<'edit' | 'refuse' | null>(null);
  const open = (next: 'edit' | 'refuse') => {
    setLast(next);
    setView(next);
  };
  const { drafts } = useCommands();
  const draftName = `approval ${requestId}`;
  const isCall = callId !== undefined;
  const decide = (decision: ApprovalDecision) =>
    callApi('replyApproval', { params: { sessionId }, body: { requestId, ...decision } });
  return (
    <section className={styles.card} aria-label="Approval" tabIndex={-1} data-asks>
      <p className={styles.question}>{toQuestion(request)}</p>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {isCall && <CodeBlock source={source} language="python" />}
      {isEdit && view !== 'edit' && <LineDiff before={cellSource} after={source} />}
      {view === 'ask' && (
        <Choice
          last={last}
          onApprove={() => decide({ decision: 'approve' })}
          onRefuse={() => open('refuse')}
          {...(isCall ? {} : { onEdit: () => open('edit') })}
        />
      )}
      {view === 'edit' && (
        <CellEditor
          draftName={draftName}
          source={source}
          label={CELL_PART_TEXTS.editedCodeField}
          runLabel={CELL_PART_TEXTS.runEdited}
          onRun={async (edited) => {
            await decide({ decision: 'edit', source: edited });
            drafts.remove(draftName);
          }}
          onCancel={() => setView('ask')}
        />
      )}
      {view === 'refuse' && (
        <Refusal
          onRefuse={(reason) => decide({ decision: 'refuse', reason })}
          onCancel={() => setView('ask')}
        />
      )}
    </section>
  );
}

function toQuestion({ callId, isEdit }: ApprovalRequest): string {
  if (callId !== undefined) return CELL_PART_TEXTS.askToCall;
  return isEdit ? CELL_PART_TEXTS.askToEdit : CELL_PART_TEXTS.askToRun;
}

interface ChoiceProps {
  /** What the user comes back from. */
  last: 'edit' | 'refuse' | null;
  onApprove: () => Promise<void>;
  onEdit?: () => void;
  onRefuse: () => void;
}

/** Takes no focus by itself: a space that scrolls the page would approve. */
function Choice({ last, onApprove, onEdit, onRefuse }: ChoiceProps) {
  const approve = useAction(onApprove);
  const lastRef = useRef<HTMLButtonElement>(null);
  useEffect(() => lastRef.current?.focus({ preventScroll: true }), []);
  const refOf = (view: typeof last) => (view === last ? { ref: lastRef } : {});
  return (
    <>
      <div className={styles.choice}>
        <Button look="primary" onClick={approve.run} disabled={approve.isRunning}>
          Approve
        </Button>
        {onEdit && (
          <Button {...refOf('edit')} onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button {...refOf('refuse')} onClick={onRefuse}>
          Refuse
        </Button>
      </div>
      {approve.failure && <Notice tone="warning">{approve.failure}</Notice>}
    </>
  );
}

interface RefusalProps {
  onRefuse: (reason: string) => Promise<void>;
  onCancel: () => void;
}

function Refusal({ onRefuse, onCancel }: RefusalProps) {
  const [reason, setReason] = useState('');
  const fieldRef = useRef<HTMLInputElement>(null);
  const refuse = useAction(() => onRefuse(reason));
  useEffect(() => fieldRef.current?.focus(), []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // It would also close an open drawer.
    event.preventDefault();
    onCancel();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    refuse.run();
  };
  return (
    <form className={styles.choice} onSubmit={submit}>
      <input
        ref={fieldRef}
        className={styles.reason}
        aria-label={CELL_PART_TEXTS.refusal}
        placeholder={CELL_PART_TEXTS.refusalHint}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={press}
      />
      <Button type="submit" look="primary" disabled={refuse.isRunning}>
        Refuse
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
      {refuse.failure && <Notice tone="warning">{refuse.failure}</Notice>}
    </form>
  );
}
