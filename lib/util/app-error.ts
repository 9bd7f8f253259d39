/**
 * Every way Actbook itself can fail, as a code callers branch on. What the model caused is never an
 * AppError: it is data in the event log that the model gets to see.
 */
export const ERROR_STATUS = {
  'bad-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  /** The cell has another text than the caller has seen. */
  'cell-changed': 409,
  /** It was there, and is not coming back. */
  gone: 410,
  'too-large': 413,
  'too-many': 429,
  'kernel-unavailable': 503,
  'kernel-died': 500,
  /** No box can be made on this machine, and nobody said to run code without one. */
  'sandbox-unavailable': 503,
  'model-auth': 502,
  'model-not-found': 502,
  'model-unreachable': 502,
  'model-rate-limited': 502,
  'model-context-overflow': 502,
  'model-stream-cut': 502,
  'model-failed': 502,
  /** A database did not answer, or refused. */
  'connection-failed': 502,
  'setup-missing': 500,
  'disk-full': 507,
  'disk-failed': 500,
  'database-locked': 503,
  'database-damaged': 500,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A failure with a code and one sentence that tells the user what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What a caller needs to go on from there: of `cell-changed`, the cell as it is. */
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; details?: unknown }) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = options?.details;
  }
}

const PASSING: readonly string[] = ['disk-full', 'disk-failed', 'database-locked'];

/** Whether what could not be stored may be stored later. */
export function isPassing(error: unknown): boolean {
  return isAppError(error) && PASSING.includes(error.code);
}

/** Recognizes an AppError by shape, so that it survives a second copy of this module in a bundle. */
export function isAppError(error: unknown): error is AppError {
  return (
    error instanceof Error &&
    error.name === 'AppError' &&
    'code' in error &&
    String(error.code) in ERROR_STATUS
  );
}

/** The message of anything thrown. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
