'use client';

import { useState } from 'react';
import { isBlobRef } from '../../../../lib/notebook/mime-value.ts';
import type { ApprovalRequest } from '../../../../lib/protocol/cells/approval.ts';
import type { CallValue } from '../../../../lib/protocol/cells/call.ts';
import type { Call } from '../../../../lib/session/call-state.ts';
import { clipText } from '../../../render/output/text/clip-text.ts';
import { useBlobText } from '../../../render/output/use-blob-text.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { formatDuration, formatElapsed } from '../../../ui/text/format.ts';
import { CELL_PART_TEXTS } from '../cell-part-texts.ts';
import styles from './cell-calls.module.css';

/** More would slow down the page, and few users would read them. */
const MAX_SHOWN = 200;
const MAX_VALUE_LENGTH = 4_000;

/** `waiting`: for the user's approval; the call has not started. */
type CallState = Call['status'] | 'waiting';

const STATE_WORDS: Record<CallState, string> = {
  waiting: CELL_PART_TEXTS.waitsForApproval,
  running: 'running',
  ok: 'ok',
  error: 'failed',
  interrupted: 'stopped',
};

interface CellCallsProps {
  calls: readonly Call[];
  /** What waits for the user's approval in this cell, including calls. */
  approvals: readonly ApprovalRequest[];
}

/** What the cell's code called outside the kernel: one line that opens to the calls, which open to their values. */
export function CellCalls({ calls, approvals }: CellCallsProps) {
  const [isOpen, setOpen] = useState(false);
  if (calls.length === 0) return null;
  const omitted = calls.length - MAX_SHOWN;
  const open = findOpen(calls);
  const toState = (call: Call): CallState =>
    approvals.some(({ callId }) => callId === call.id) ? 'waiting' : call.status;
  const list = (
    <details className={styles.calls} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{describeCalls(calls, toState)}</summary>
      {isOpen && (
        <ul className={styles.list}>
          {calls.slice(0, MAX_SHOWN).map((call) => (
            <li key={call.id}>
              <CallEntry call={call} state={toState(call)} />
            </li>
          ))}
          {omitted > 0 && <li className={styles.note}>{CELL_PART_TEXTS.moreCalls(omitted)}</li>}
        </ul>
      )}
    </details>
  );
  if (!open?.progress) return list;
  return (
    <>
      {list}
      <Progress call={open} progress={open.progress} />
    </>
  );
}

/** How far the call is that the cell waits for, such as “1,240,000 rows, 96 MB, 4 s”. */
function Progress({ call, progress }: { call: Call; progress: NonNullable<Call['progress']> }) {
  const now = useNow(true, 1000);
  const { progress: count, total, message } = progress;
  const counted = total === undefined ? count.toLocaleString('en') : CELL_PART_TEXTS.countOf(count, total);
  return (
    <p className={styles.progress}>
      {call.name}: {message ?? counted}, {formatElapsed(now - call.startedAt)}
    </p>
  );
}

function findOpen(calls: readonly Call[]): Call | undefined {
  return calls.findLast(({ status }) => status === 'running');
}

function describeCalls(calls: readonly Call[], toState: (call: Call) => CallState): string {
  const failed = calls.filter(({ status }) => status === 'error').length;
  const open = findOpen(calls);
  const names = [...new Set(calls.map(({ name }) => name))];
  const what = names.length <= 3 ? `: ${names.join(', ')}` : '';
  const how = failed > 0 ? `, ${failed} failed` : '';
  const now = open ? ` ${CELL_PART_TEXTS.callState(open.name, STATE_WORDS[toState(open)])}` : '';
  return `${CELL_PART_TEXTS.calls(calls.length)}${how}${what}${now}`;
}

function CallEntry({ call, state }: { call: Call; state: CallState }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.name}>{call.name}</span>{' '}
        <span className={styles.status} data-status={state}>
          {STATE_WORDS[state]}
        </span>{' '}
        <span>{call.endedAt !== null && formatDuration(call.endedAt - call.startedAt)}</span>
      </summary>
      {isOpen && (
        <>
          <Value label="Arguments" value={call.arguments} />
          {call.result !== undefined && <Value label="Result" value={call.result} />}
          {call.error !== undefined && <Value label="Error" value={call.error} />}
        </>
      )}
    </details>
  );
}

function Value({ label, value }: { label: string; value: CallValue }) {
  const { text, failure } = useBlobText(isBlobRef(value) ? value : null, 'application/json');
  const whole = isBlobRef(value) ? (failure ?? text ?? 'Loading…') : value;
  const { head, tail, hiddenCharacters } = clipText(whole, MAX_VALUE_LENGTH);
  const cut =
    hiddenCharacters > 0 ? `\n${CELL_PART_TEXTS.cutValue(hiddenCharacters.toLocaleString('en'))}\n` : '';
  return (
    <div className={styles.value}>
      <p className={styles.note}>{label}</p>
      <pre>{head + cut + tail}</pre>
    </div>
  );
}
