/**
 * The package `actbook`: an agent that answers by running code in a live Jupyter notebook, for your own programs.
 * Guide: docs/library.md; runnable programs: examples/.
 */
export type { VerifyOptions } from './app/container.ts';
export type { Kernel, KernelProvider, StartKernelOptions } from './kernel/kernel.ts';
export type { ActbookRun, RunResult } from './library/actbook-run.ts';
export type { ActbookBranch, ActbookSession } from './library/actbook-session.ts';
export type { ActbookWays } from './library/actbook-ways.ts';
export { type Actbook, createActbook } from './library/create-actbook.ts';
export { defineTool, type ParameterSchema, type ToolDefinition } from './library/define-tool.ts';
export { linkQuantities, type SourceCell } from './library/link-notebook-quantities.ts';
export type {
  ActbookOptions,
  BranchOptions,
  CustomModel,
  FileContent,
  JupyterAddress,
  ModelServer,
  RunOptions,
  SessionOptions,
  SteerOptions,
  WaysOptions,
} from './library/options.ts';
export type {
  ContentPart,
  ModelEvent,
  ModelMessage,
  ModelProfile,
  ModelRequest,
  ToolSpec,
} from './model/model.ts';
export type { ApprovalDecision, ApprovalRequest } from './protocol/cells/approval.ts';
export type { InputRequest } from './protocol/cells/cell.ts';
export type { ConnectionInput } from './protocol/connections/connection.ts';
export type { Event } from './protocol/events/event.ts';
export type { KeptFiles, TakeBack } from './protocol/kernel/take-back.ts';
export { DEFAULT_LIMITS, type Limits } from './protocol/run-limits.ts';
export type { ApprovalMode, ModelInfo, Outcome, Usage } from './protocol/runs/run.ts';
export type { ToolSource } from './protocol/runs/tool-source.ts';
export type { SessionSummary } from './protocol/sessions/session-summary.ts';
export type {
  Aside,
  CellDifference,
  CellVerdict,
  CellVerification,
  HiddenName,
  Verification,
  VerifiedFile,
  VerifyProgress,
} from './protocol/verification/verification.ts';
export type { Way, WaysBasis, WaysOutcome } from './protocol/ways/ways.ts';
export type {
  Quantity,
  QuantitySource,
  QuantityStatus,
  SourceRelation,
} from './quantities/finding/quantity.ts';
export type { Notebook, NotebookCell } from './session/notebook/to-notebook.ts';
export type { Cell, Run, Session, Step } from './session/session.ts';
export type { Ways } from './session/ways.ts';
export { type HostTool, type HostToolContext, ToolResult } from './tools/host-tool.ts';
export type { McpServerConfig, McpServers } from './tools/mcp-config.ts';
export { AppError, type ErrorCode } from './util/app-error.ts';
