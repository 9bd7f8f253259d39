/**
 * The HTTP API: every request and reply, once. Routes are typed and validated by this table, the page's client takes its
 * types from it, and `GET /api/openapi.json` and the reference in docs/api.md are made of it. Beside it, without schemas:
 * api-paths.ts.
 */
import type { z } from 'zod';
import type { ApiEndpoint, Endpoints, Media } from './api-endpoint.ts';
import type { EndpointId } from './api-paths.ts';
import { APP_ENDPOINTS } from './app-endpoints.ts';
import { CELL_ENDPOINTS } from './cell-endpoints.ts';
import { CONNECTION_ENDPOINTS } from './connection-endpoints.ts';
import { FILE_ENDPOINTS } from './file-endpoints.ts';
import { KERNEL_ENDPOINTS } from './kernel-endpoints.ts';
import { MODEL_ENDPOINTS } from './model-endpoints.ts';
import { RUN_ENDPOINTS } from './run-endpoints.ts';
import { SCHEDULE_ENDPOINTS } from './schedule-endpoints.ts';
import { SESSION_ENDPOINTS } from './session-endpoints.ts';
import { SHARE_ENDPOINTS } from './share-endpoints.ts';
import { TABLE_ENDPOINTS } from './table-endpoints.ts';

export const API = {
  ...APP_ENDPOINTS,
  ...SESSION_ENDPOINTS,
  ...RUN_ENDPOINTS,
  ...CELL_ENDPOINTS,
  ...KERNEL_ENDPOINTS,
  ...FILE_ENDPOINTS,
  ...TABLE_ENDPOINTS,
  ...SHARE_ENDPOINTS,
  ...SCHEDULE_ENDPOINTS,
  ...MODEL_ENDPOINTS,
  ...CONNECTION_ENDPOINTS,
} satisfies Record<EndpointId, ApiEndpoint>;

/** The rows by noun, as documents order them. */
export const API_GROUPS = {
  sessions: SESSION_ENDPOINTS,
  runs: RUN_ENDPOINTS,
  cells: CELL_ENDPOINTS,
  kernel: KERNEL_ENDPOINTS,
  files: FILE_ENDPOINTS,
  tables: TABLE_ENDPOINTS,
  shares: SHARE_ENDPOINTS,
  schedules: SCHEDULE_ENDPOINTS,
  models: MODEL_ENDPOINTS,
  connections: CONNECTION_ENDPOINTS,
  app: APP_ENDPOINTS,
} satisfies Record<string, Endpoints>;

type Api = typeof API;

/** What a caller sends: JSON, or a file. Undefined where nothing is sent. */
export type BodyOf<Id extends EndpointId> = Api[Id] extends { body: infer Body }
  ? Body extends z.ZodType
    ? z.input<Body>
    : Blob
  : undefined;

export type QueryOf<Id extends EndpointId> = Api[Id] extends { query: infer Query extends z.ZodType }
  ? z.input<Query>
  : undefined;

/** What comes back as JSON; undefined where nothing does. */
export type ReplyOf<Id extends EndpointId> = Api[Id] extends { reply: infer Reply extends z.ZodType }
  ? z.output<Reply>
  : undefined;

/** Endpoints that answer with JSON or with nothing. */
export type JsonEndpointId = {
  [Id in EndpointId]: Api[Id] extends { reply: Media } ? never : Id;
}[EndpointId];
