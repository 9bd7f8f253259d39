/** One row of the API's table. */
import type { z } from 'zod';
import type { ErrorCode } from '../../util/app-error.ts';
import { API_PATHS, type EndpointId } from './api-paths.ts';

/** Bytes or text that is not JSON: one of these content types. A star on both sides of its slash means any. */
export interface Media<Type extends string = string> {
  readonly types: readonly Type[];
  /** A browser saves it under a name, and never shows it as a page of ours. */
  readonly isAttachment?: boolean;
  /** A `Range` from the start is answered with 206 and only that. */
  readonly isPartial?: boolean;
}

export interface ApiEndpoint {
  /** What it does, one line. */
  readonly summary: string;
  /** What else a caller must know, Markdown for the reference in docs/api.md. */
  readonly note?: string;
  readonly query?: z.ZodObject;
  /** JSON by a schema; absent where nothing is sent. */
  readonly body?: z.ZodType | Media;
  /** The status of a reply that is not an error. */
  readonly status: 200 | 201 | 202 | 204;
  /** JSON by a schema; absent where nothing is sent. */
  readonly reply?: z.ZodType | Media;
  /** What can go wrong beside {@link listErrors}' own. */
  readonly errors?: readonly ErrorCode[];
}

/** Rows by their ids; each file beside this one holds those of one noun. */
export type Endpoints = Partial<Record<EndpointId, ApiEndpoint>>;

export function isSchema(shape: z.ZodType | Media | undefined): shape is z.ZodType {
  return shape !== undefined && !('types' in shape);
}

/** Every answer may read the database, if only for the login. */
const STORAGE_ERRORS = ['disk-full', 'disk-failed', 'database-locked', 'database-damaged'] as const;

/** Every code that an endpoint can answer with: those that its path and body imply, and its own. */
export function listErrors(id: EndpointId, { query, body, errors = [] }: ApiEndpoint): ErrorCode[] {
  const implied: ErrorCode[] = ['unauthorized', 'forbidden', 'internal', ...STORAGE_ERRORS];
  if (query || body) implied.push('bad-request');
  if (API_PATHS[id].includes('{')) implied.push('not-found');
  if (body) implied.push('too-large');
  return [...new Set([...implied, ...errors])];
}
