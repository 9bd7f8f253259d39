/** The one fold: session and event in, next session out. Cells and runs that did not change keep identity. */
import { updateWidget } from '../../notebook/widget-state.ts';
import type { Event, EventBody, Stamp } from '../../protocol/events/event.ts';
import { LOCAL_USER } from '../../protocol/events/principal.ts';
import { assertNever } from '../../util/assert-never.ts';
import type { Session } from '../session.ts';
import { toVerifiedBasis } from '../verified.ts';
import { applyBatchEnd, applyBatchStart } from './apply-batch.ts';
import { applyCallEnd, applyCallStart } from './apply-call.ts';
import {
  applyCellEnd,
  applyCellInsert,
  applyCellStart,
  applyInputReply,
  applyInputRequest,
  applyOutputAppend,
  applyOutputClear,
  applyOutputUpdate,
} from './apply-cell.ts';
import {
  applyCellClear,
  applyCellDelete,
  applyCellEdit,
  applyCellMove,
  applyCellRestore,
  applyCellRevert,
} from './apply-change.ts';
import { applyCellImport, applyNotebookImport } from './apply-import.ts';
import {
  applyKernelNames,
  applyKernelStatus,
  applyRebuildEnd,
  applyRebuildStart,
  applyRebuildStep,
} from './apply-kernel.ts';
import { applyApprovalReply, applyApprovalRequest, applyRunSteer } from './apply-person.ts';
import { applyQueueAdd, applyQueueRemove } from './apply-queue.ts';
import { applyReviewEnd, applyReviewStart } from './apply-review.ts';
import {
  applyBudgetWarning,
  applyContextCompact,
  applyDelta,
  applyModelWait,
  applyRunContext,
  applyRunEnd,
  applyRunPackages,
  applyRunStart,
  applySkillRead,
  applyStepEnd,
  applyStepStart,
  applyToolDefine,
} from './apply-run.ts';
import { patchCell, patchStep } from './patch-session.ts';
import { toFields } from './to-body.ts';

/** Folds stored events in order. */
export function applyEvents(session: Session, events: Iterable<Event>): Session {
  let next = session;
  for (const event of events) next = applyEvent(next, event);
  return next;
}

/**
 * Folds one event. A body without `seq` and `at` (not stored yet) is folded too, so that the agent can
 * build its next prompt from the events it yields.
 */
export function applyEvent(session: Session, event: EventBody & Partial<Stamp> & { seq?: number }): Session {
  const at = event.at ?? session.updatedAt;
  const next = applyBody(session, event, { at, by: event.by ?? LOCAL_USER });
  return {
    ...next,
    seq: event.seq ?? session.seq,
    createdAt: session.createdAt || at,
    updatedAt: at,
  };
}

function applyBody(session: Session, event: EventBody, stamp: Stamp): Session {
  const { at } = stamp;
  switch (event.type) {
    case 'session-start':
      return applySessionStart(session, event);
    case 'session-rename':
      return { ...session, title: event.title, titleFrom: event.from ?? 'user' };
    case 'file-add':
      return applyFileAdd(session, event);
    case 'file-profile':
      return applyFileProfile(session, event);
    case 'file-delete':
      return applyFileDelete(session, event);
    case 'file-restore':
      return { ...session, deletedFiles: session.deletedFiles.filter(({ name }) => name !== event.name) };
    case 'notebook-import':
      return applyNotebookImport(session, event);
    case 'network-change':
      return { ...session, isNetworkAllowed: event.isAllowed };
    case 'model-change':
      return { ...session, model: event.model };
    case 'verification-end': {
      const { verification, isOutdated } = event;
      const installed = verification.kernel.installed ?? null;
      return {
        ...session,
        verified: { verification, isOutdated, basis: toVerifiedBasis(session), installed },
      };
    }
    case 'kernel-packages':
      return session.verified
        ? { ...session, verified: { ...session.verified, installed: event.packages } }
        : session;
    case 'kernel-status':
      return applyKernelStatus(session, event);
    case 'kernel-names':
      return applyKernelNames(session, event);
    case 'rebuild-start':
      return applyRebuildStart(session, event);
    case 'rebuild-step':
      return applyRebuildStep(session, event);
    case 'rebuild-end':
      return applyRebuildEnd(session, event);
    case 'run-start':
      return applyRunStart(session, event, stamp);
    case 'run-steer':
      return applyRunSteer(session, event, stamp);
    case 'tool-define':
      return applyToolDefine(session, event);
    case 'run-packages':
      return applyRunPackages(session, event);
    case 'run-context':
      return applyRunContext(session, event);
    case 'context-compact':
      return applyContextCompact(session, event);
    case 'step-start':
      return applyStepStart(session, event, at);
    case 'text-delta':
    case 'reasoning-delta':
      return applyDelta(session, event);
    case 'model-wait':
      return applyModelWait(session, event);
    case 'model-adapt':
      return patchStep(session, event, (step) => ({ ...step, vision: event.vision }));
    case 'budget-warning':
      return applyBudgetWarning(session, event);
    case 'action-error':
      return patchStep(session, event, (step) => ({ ...step, actionError: event.message }));
    case 'skill-read':
      return applySkillRead(session, event);
    case 'step-end':
      return applyStepEnd(session, event);
    case 'review-start':
      return applyReviewStart(session, event);
    case 'review-end':
      return applyReviewEnd(session, event);
    case 'answer-check': {
      const { runId: _, step: __, ...check } = toFields(event);
      return patchStep(session, event, (step) => ({ ...step, check }));
    }
    case 'run-end':
      return applyRunEnd(session, event, at);
    default:
      return applyCellBody(session, event, stamp);
  }
}

/** Handles the events that are left: those of cells. */
function applyCellBody(session: Session, event: CellBody, stamp: Stamp): Session {
  const { at } = stamp;
  switch (event.type) {
    case 'cell-insert':
      return applyCellInsert(session, event, stamp);
    case 'cell-import':
      return applyCellImport(session, event, stamp);
    case 'cell-edit':
      return applyCellEdit(session, event, stamp);
    case 'cell-revert':
      return applyCellRevert(session, event, stamp);
    case 'cell-move':
      return applyCellMove(session, event);
    case 'cell-delete':
      return applyCellDelete(session, event);
    case 'cell-clear':
      return applyCellClear(session, event, stamp);
    case 'cell-restore':
      return applyCellRestore(session, event);
    case 'batch-start':
      return applyBatchStart(session, event);
    case 'batch-end':
      return applyBatchEnd(session, event);
    case 'queue-add':
      return applyQueueAdd(session, event, stamp.by);
    case 'queue-remove':
      return applyQueueRemove(session, event);
    case 'approval-request':
      return applyApprovalRequest(session, event);
    case 'approval-reply':
      return applyApprovalReply(session, event, stamp);
    case 'cell-start':
      return applyCellStart(session, event, stamp);
    case 'cell-unresponsive':
      return patchCell(session, event.cellId, (cell) => ({ ...cell, unresponsiveAt: at }));
    case 'cell-limit':
      return patchCell(session, event.cellId, (cell) => ({ ...cell, stopsAt: event.stopsAt }));
    case 'output-append':
      return applyOutputAppend(session, event);
    case 'output-clear':
      return applyOutputClear(session, event);
    case 'output-update':
      return applyOutputUpdate(session, event);
    case 'widget-update':
      return { ...session, widgets: updateWidget(session.widgets, event) };
    case 'input-request':
      return applyInputRequest(session, event);
    case 'input-reply':
      return applyInputReply(session, event);
    case 'tool-call-start':
      return applyCallStart(session, event, at);
    case 'tool-call-end':
      return applyCallEnd(session, event, at);
    case 'cell-end':
      return applyCellEnd(session, event, at);
    default:
      return assertNever(event);
  }
}

type CellBody = Body<
  Extract<
    EventBody['type'],
    `${'cell' | 'batch' | 'queue' | 'output' | 'widget' | 'input' | 'approval' | 'tool-call'}-${string}`
  >
>;

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

function applySessionStart(session: Session, event: Body<'session-start'>): Session {
  const { title, kernelName, tools, branchOf } = event;
  const kernel = { ...session.kernel, name: kernelName };
  const options = { ...(tools === undefined ? {} : { tools }), ...(branchOf ? { branchOf } : {}) };
  return { ...session, title, kernel, ...options };
}

function applyFileProfile(session: Session, { blob, text }: Body<'file-profile'>): Session {
  const files = session.files.map((file) => (file.blob === blob ? { ...file, profile: text } : file));
  return { ...session, files };
}

function applyFileAdd(session: Session, event: Body<'file-add'>): Session {
  const others = session.files.filter((each) => each.name !== event.name);
  const deletedFiles = session.deletedFiles.filter(({ name }) => name !== event.name);
  return {
    ...session,
    files: [...others, { ...toFields(event), addedAfter: session.executions }],
    deletedFiles,
  };
}

function applyFileDelete(session: Session, { name }: Body<'file-delete'>): Session {
  const files = session.files.filter((file) => file.name !== name);
  const others = session.deletedFiles.filter((file) => file.name !== name);
  return { ...session, files, deletedFiles: [...others, { name, runCount: session.runs.length }] };
}
