/** Shapes that have a name of their own in the API's description, because several replies hold them or they are large. */
import { z } from 'zod';
import { ChangedCell } from '../cells/cell-change.ts';
import { Catalog } from '../connections/catalog.ts';
import { Connection, ConnectionKind, ConnectionSettings, ConnectionTest } from '../connections/connection.ts';
import { EventBody } from '../events/event.ts';
import { SandboxStatus } from '../kernel/sandbox-status.ts';
import { BaseConflict } from '../kernel/session-packages.ts';
import { ModelEntry, ModelProvider } from '../models/model-catalog.ts';
import { ModelServer, ServerTest } from '../models/model-server.ts';
import { ProviderKind } from '../models/provider-kind.ts';
import { ModelInfo, RunRequest } from '../runs/run.ts';
import { SavedSchedule, Schedule, ScheduleRun } from '../schedules/schedule.ts';
import { SessionSummary } from '../sessions/session-summary.ts';
import { TablePage } from '../tables/table-page.ts';
import { TableSummary } from '../tables/table-summary.ts';
import { PictureOutput, Verification } from '../verification/verification.ts';

/** Shapes of requests. */
export const NAMED_INPUTS = { ConnectionSettings, RunRequest } satisfies Record<string, z.ZodType>;

/** Shapes of replies. */
export const NAMED_OUTPUTS = {
  Event: EventBody.and(z.object({ sessionId: z.string(), seq: z.number().int(), at: z.number() })),
  /** `details` of `cell-changed`: the cell as it is; of a `conflict` of packages: what is in the way. */
  Error: z.object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.union([ChangedCell, BaseConflict]).optional(),
    }),
  }),
  Catalog,
  Connection,
  ConnectionKind,
  ConnectionTest,
  ServerTest,
  ModelServer,
  ModelEntry,
  ModelInfo,
  ModelProvider,
  PictureOutput,
  ProviderKind,
  SandboxStatus,
  SavedSchedule,
  Schedule,
  ScheduleRun,
  SessionSummary,
  TablePage,
  TableSummary,
  Verification,
} satisfies Record<string, z.ZodType>;
