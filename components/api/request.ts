/** How the page asks its server: JSON both ways, and an AppError with a sentence for whatever goes wrong. */
import { AppError, ERROR_STATUS, type ErrorCode } from '../../lib/util/app-error.ts';

export async function send(method: string, url: string, json?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    // A title is saved on leaving its field, which may be leaving the page.
    keepalive: method === 'PATCH',
    ...(json === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
  }).catch(() => {
    throw unreachable();
  });
  const body = parseJson(await response.text());
  if (!response.ok) throw toAppError(body, response.status);
  return body;
}

export function unreachable(): AppError {
  return new AppError('internal', 'The Actbook server does not answer. Check that it is still running.');
}

export function toAppError(body: unknown, status: number): AppError {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (hasString(error, 'message')) {
    return new AppError(hasString(error, 'code') ? toErrorCode(error.code) : 'internal', error.message);
  }
  return new AppError('internal', `The server answered with status ${status}. Try again.`);
}

function toErrorCode(code: string): ErrorCode {
  const known = Object.keys(ERROR_STATUS) as ErrorCode[];
  return known.find((each) => each === code) ?? 'internal';
}

export function hasString<Key extends string>(value: unknown, key: Key): value is Record<Key, string> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === 'string';
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
