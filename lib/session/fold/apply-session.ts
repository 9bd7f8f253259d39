/** The fold of what concerns a session as a whole: its start, the notebook file it began as, its files, its verification. */
import { updateWidget } from '../../notebook/widget-state.ts';
import { readCode } from '../cell-code.ts';
import { type ImportedParts, readFileRole } from '../imported.ts';
import type { Cell } from '../session.ts';
import { toVerifiedBasis } from '../verified.ts';
import { EMPTY_CELL } from './empty-cell.ts';
import { type Body, type Handlers, toFields } from './handlers.ts';

export const APPLY_SESSION = {
  'session-start'(session, { title, kernelName, tools, branchOf, scheduleOf }) {
    const kernel = { ...session.kernel, name: kernelName };
    const options = {
      ...(tools === undefined ? {} : { tools }),
      ...(branchOf ? { branchOf } : {}),
      ...(scheduleOf ? { scheduleOf } : {}),
    };
    return { ...session, title, kernel, ...options };
  },
  'session-rename': (session, { title, from }) => ({ ...session, title, titleFrom: from ?? 'user' }),
  'network-change': (session, { isAllowed }) => ({ ...session, isNetworkAllowed: isAllowed }),
  'packages-change': (session, event) => ({ ...session, packages: toFields(event) }),
  'model-change': (session, { model }) => ({ ...session, model }),
  'approval-change': (session, { approval }) => ({ ...session, approval }),
  'widget-update': (session, event) => ({ ...session, widgets: updateWidget(session.widgets, event) }),
  'verification-end'(session, { verification, isOutdated }) {
    const installed = verification.kernel.installed ?? null;
    return {
      ...session,
      verified: { verification, isOutdated, basis: toVerifiedBasis(session), installed },
    };
  },
  'kernel-packages': (session, { packages }) =>
    session.verified ? { ...session, verified: { ...session.verified, installed: packages } } : session,
  'file-add'(session, event) {
    const file = toFields(event);
    const others = withoutName(session.files, file.name);
    return {
      ...session,
      files: [...others, { ...file, addedAfter: session.executions }],
      deletedFiles: withoutName(session.deletedFiles, file.name),
    };
  },
  'file-profile'(session, { blob, text }) {
    const files = session.files.map((file) => (file.blob === blob ? { ...file, profile: text } : file));
    return { ...session, files };
  },
  'file-delete'(session, { name }) {
    const deleted = { name, runCount: session.runs.length };
    return {
      ...session,
      files: withoutName(session.files, name),
      deletedFiles: [...withoutName(session.deletedFiles, name), deleted],
    };
  },
  'file-restore': (session, { name }) => ({
    ...session,
    deletedFiles: withoutName(session.deletedFiles, name),
  }),
  'notebook-import': (session, event) => ({ ...session, imported: { ...toFields(event), cellIds: [] } }),
  /** It has not run here, so it stays `idle`; its number and outputs are those of the file. */
  'cell-import'(session, event, stamp) {
    const isCode = event.cellType === 'code';
    const cell: Cell = {
      ...EMPTY_CELL,
      id: event.cellId,
      type: isCode ? 'code' : 'markdown',
      role: isCode ? 'code' : 'note',
      source: event.source,
      ...(event.language ? { language: event.language } : {}),
      made: { as: 'insert', ...stamp },
      written: { ...stamp, author: 'human' },
      executionCount: event.executionCount,
      ranSource: event.executionCount === null ? null : readCode(event),
      imported: toParts(event),
    };
    const { imported } = session;
    return {
      ...session,
      cells: [...session.cells, cell],
      imported: imported && { ...imported, cellIds: [...imported.cellIds, cell.id] },
    };
  },
} satisfies Partial<Handlers>;

function withoutName<T extends { readonly name: string }>(items: readonly T[], name: string): T[] {
  return items.filter((each) => each.name !== name);
}

function toParts({ cellType, metadata, attachments, unknown }: Body<'cell-import'>): ImportedParts {
  const role = cellType === 'markdown' ? readFileRole(metadata) : null;
  return {
    metadata,
    ...(role === null ? {} : { role }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(cellType === 'raw' ? { isRaw: true } : {}),
    ...(unknown === undefined ? {} : { unknown }),
  };
}
