/** One code cell, executed: the kernel's events as events of the log. */
import type {
  ExecutionEnd,
  HostCallHandler,
  HostEvent,
  InputEvent,
  InputHandler,
  Kernel,
  LimitEvent,
  OutputEvent,
  UnresponsiveEvent,
} from '../kernel/kernel.ts';
import type { CellEndStatus, InputRequest } from '../protocol/cells/cell.ts';
import type { CellLanguage } from '../protocol/cells/cell-language.ts';
import type { EventBody } from '../protocol/events/event.ts';
import type { KernelName } from '../protocol/kernel/kernel-name.ts';
import type { Cell } from '../session/session.ts';
import { toMessage } from '../util/app-error.ts';
import { assertNever } from '../util/assert-never.ts';
import { findNetworkFailure } from './find-network-failure.ts';
import { findLanguage } from './languages/find-language.ts';
import { type NameHints, readNames, readState } from './read-names.ts';
import { explainError, withoutPython } from './sql-errors.ts';

export interface ExecuteCellOptions {
  kernel: Kernel;
  cellId: string;
  /** Where it waited in the queue. */
  entryId?: string;
  /** What the kernel runs: the code of the cell. */
  source: string;
  /** Of the cell, where it is not that of the kernel: its errors are told in it. */
  language?: CellLanguage | undefined;
  signal: AbortSignal;
  /** Wall time of the cell, milliseconds; no limit if absent. */
  timeoutMs?: number | undefined;
  /** Takes the events of what the cell shows after its `cell-end`. */
  onLate: (body: EventBody) => void;
  /** Answers what the code asks; without it, asking is an error in the code. */
  onInput?: InputHandler | undefined;
  /** Answers the host calls of the code; without it, calling is an error in the code. */
  onCall?: HostCallHandler | undefined;
  /** The cell was begun by a process that crashed: its end is awaited, and it is not begun again. */
  isResumed?: boolean;
  /** Its questions that have no answer yet, when it is resumed. */
  openInputs?: readonly InputRequest[];
  /** Its calls that have no end yet, when it is resumed. */
  openCalls?: readonly string[];
  /** Sentences that say which tools the kernel lacks, and why. */
  toolProblems?: readonly string[];
  /** Names known to be in the kernel before. */
  names: readonly KernelName[];
}

/**
 * Yields `cell-start`, the outputs, exactly one `cell-end`, and `kernel-names` when it changed them; returns how
 * the cell ended.
 * What the kernel port throws is thrown again after that `cell-end`.
 */
export async function* executeCell(options: ExecuteCellOptions): AsyncGenerator<EventBody, CellEndStatus> {
  let isLost = false;
  const stopListening = options.kernel.onStatus(({ stateLost }) => {
    isLost ||= stateLost === true;
  });
  try {
    return yield* followExecution(options, () => isLost);
  } finally {
    stopListening();
  }
}

async function* followExecution(
  options: ExecuteCellOptions,
  isLost: () => boolean,
): AsyncGenerator<EventBody, CellEndStatus> {
  const { kernel, cellId, source, signal, timeoutMs, onInput, onCall } = options;
  const { isResumed = false, openInputs = [], openCalls = [] } = options;
  const onLate = toLateHandler(cellId, options.onLate);
  const { entryId } = options;
  if (!isResumed) yield { type: 'cell-start', cellId, ...(entryId === undefined ? {} : { entryId }) };
  const identity = { id: cellId, cellId, isResumed, openInputs, openCalls };
  const handlers = { onLate, onInput, onCall };
  const expression = findLanguage(kernel).stateExpression?.();
  let end: ExecutionEnd | null = null;
  let explanation: string | null = null;
  try {
    const request = { ...identity, ...handlers, expression, signal, timeoutMs };
    for await (const event of kernel.execute(source, request)) {
      if (event.type === 'end') {
        end = event;
        continue;
      }
      if (event.type === 'output')
        explanation ??= findNetworkFailure(event, kernel.info) ?? explainError(event.output, options);
      yield toBody(cellId, options.language ? withoutPython(event) : event);
    }
  } catch (error) {
    yield { type: 'cell-end', cellId, status: 'aborted', executionCount: null, reason: toMessage(error) };
    throw error;
  }
  // The output that says so is in the log.
  const { type: _, isIncomplete: _said, value, ...ended } = end ?? NO_END;
  // If the process is gone, its reply says nothing about the kernel any more.
  const told = readState(isLost() ? undefined : value);
  const notes = told && told.notes.length > 0 ? { notes: told.notes } : {};
  yield {
    type: 'cell-end',
    cellId,
    ...(explanation === null ? {} : { reason: explanation }),
    ...ended,
    ...notes,
  };
  if (ended.status !== 'kernel-died' && ended.status !== 'aborted')
    yield* tellNames(kernel, { known: options.names, source, told: told?.names });
  return ended.status;
}

/** What executing a cell again takes that a process which crashed had begun. */
export function toResumption({ pendingInputs, calls }: Cell) {
  const openCalls = calls.filter(({ endedAt }) => endedAt === null).map(({ id }) => id);
  return { isResumed: true, openInputs: pendingInputs, openCalls };
}

/** Apart from the rest, because the kernel keeps it as long as its process lives, with all that it can see. */
function toLateHandler(cellId: string, onLate: ExecuteCellOptions['onLate']) {
  return (event: OutputEvent) => onLate(toBody(cellId, event));
}

/** Yields `kernel-names` when the kernel's names are not those that were known. */
export async function* tellNames(kernel: Kernel, hints: NameHints): AsyncGenerator<EventBody> {
  const names = await readNames(kernel, hints);
  if (names && JSON.stringify(names) !== JSON.stringify(hints.known)) yield { type: 'kernel-names', names };
}

const NO_END: ExecutionEnd = { type: 'end', status: 'kernel-died', executionCount: null };

function toBody(
  cellId: string,
  event: OutputEvent | InputEvent | HostEvent | LimitEvent | UnresponsiveEvent,
): EventBody {
  switch (event.type) {
    case 'limit':
      return { ...event, type: 'cell-limit', cellId };
    case 'unresponsive':
      return { type: 'cell-unresponsive', cellId };
    case 'output':
      return { type: 'output-append', cellId, output: event.output };
    case 'clear':
      return { type: 'output-clear', cellId, wait: event.wait };
    case 'update':
      return { ...event, type: 'output-update' };
    case 'widget':
      return { type: 'widget-update', ...event.update };
    case 'report':
      return event.body;
    case 'input-request':
    case 'input-reply':
      return { ...event, cellId };
    default:
      return assertNever(event);
  }
}
