import { nameUser } from '../../../lib/protocol/events/principal.ts';
import { isSameLanguage, readCode } from '../../../lib/session/cell-code.ts';
import type { CellVersion } from '../../../lib/session/session.ts';
import { diffLines } from '../../../lib/util/diff-lines.ts';
import { HISTORY_TEXTS } from './history-texts.ts';

interface VersionFacts {
  /** When it came about, milliseconds since 1970. */
  readonly at: number;
  /** What was done, and by whom. */
  readonly title: string;
  /** How much of the text changed, and how it ran. */
  readonly facts: string;
}

/** `before`: the version listed before it, if there is one. */
export function describeVersion(cell: CellVersion, before: CellVersion | undefined): VersionFacts {
  const isSameText =
    before?.source === cell.source &&
    before.type === cell.type &&
    isSameLanguage(before.language, cell.language);
  const { made, written, startedAt } = cell;
  const at = made.as === 'revert' ? made.at : Math.max(written.at, hasRun(cell) ? (startedAt ?? 0) : 0);
  return {
    at,
    title: toTitle(cell, before, isSameText),
    facts: toFacts(cell, isSameText ? undefined : before),
  };
}

/** Whether its outputs are those of its text. */
export function hasRun(version: CellVersion): boolean {
  return version.ranSource === readCode(version);
}

function toTitle(cell: CellVersion, before: CellVersion | undefined, isSameText: boolean): string {
  if (cell.made.as === 'revert') return HISTORY_TEXTS.restoredBy(nameUser(cell.made.by));
  if (isSameText) return HISTORY_TEXTS.ranAgain;
  if (before) return HISTORY_TEXTS.changedBy(nameAuthor(cell));
  return cell.imported ? HISTORY_TEXTS.imported : HISTORY_TEXTS.writtenBy(nameAuthor(cell));
}

function nameAuthor({ written }: CellVersion): string {
  return written.author === 'agent' ? 'the agent' : nameUser(written.by);
}

function toFacts(cell: CellVersion, before: CellVersion | undefined): string {
  const lines = before ? diffLines(before.source, cell.source) : [];
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  const size = before ? HISTORY_TEXTS.lines(count('added'), count('removed')) : '';
  return [size, cell.type === 'code' ? describeEnd(cell) : ''].filter(Boolean).join(' · ');
}

function describeEnd(cell: CellVersion): string {
  if (cell.status === 'running') return HISTORY_TEXTS.running;
  if (!hasRun(cell)) return HISTORY_TEXTS.notRun;
  const error = cell.outputs.findLast((output) => output.output_type === 'error');
  if (cell.status === 'error') return HISTORY_TEXTS.failed(error?.ename ?? 'unknown');
  return cell.status === 'ok' || cell.status === 'idle' ? HISTORY_TEXTS.ran : HISTORY_TEXTS.interrupted;
}
