/** A part of a run's task that another agent does, on a branch of the kernel. */
import { z } from 'zod';
import { Output } from '../../notebook/output.ts';
import { CellEndStatus, CellType } from '../cells/cell.ts';
import { Outcome, Usage } from './run.ts';

/** Most parts that one reply may hand over: they are done side by side. */
export const MAX_AGENTS_AT_ONCE = 3;
/** Most names that one part brings back. */
export const MAX_RETURNS = 12;

/** What the model asks for. */
export const AskedPart = z.object({
  task: z.string().trim().min(1).max(8_000),
  /** Variables that are to come back into the kernel of the run. */
  returns: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/)).max(MAX_RETURNS),
  /** The native tool call by which it was asked. */
  toolCallId: z.string().optional(),
});
export type AskedPart = z.infer<typeof AskedPart>;

export const AgentStart = z.object({
  askId: z.string(),
  /** Its place among the parts of its step, from 0. */
  index: z.number().int().nonnegative(),
  ...AskedPart.shape,
  /** The session in which the agent works, until it has ended. */
  agentSessionId: z.string(),
  /** Its run there. */
  agentRunId: z.string(),
  /** `live`: a fork of the kernel, with all variables. `rebuild`: cells above run again. `empty`: no variables. */
  begins: z.enum(['live', 'rebuild', 'empty']),
  /** Number of the last event of its log that is not its own. */
  copiedSeq: z.number().int().nonnegative(),
});
export type AgentStart = z.infer<typeof AgentStart>;

/**
 * What became of a name that was to come back. `value`: it is in the kernel. `file`: it cannot be copied, and `file` has it.
 * `none`: `reason` says why it is not there.
 */
export const ReturnedName = z.object({
  name: z.string(),
  as: z.enum(['value', 'file', 'none']),
  file: z.string().optional(),
  reason: z.string().max(500).optional(),
});
export type ReturnedName = z.infer<typeof ReturnedName>;

/** A cell of the agent, as it was at the end. */
export const AgentCell = z.object({
  cellId: z.string(),
  cellType: CellType,
  source: z.string(),
  status: CellEndStatus.or(z.literal('idle')),
  reason: z.string().optional(),
  executionCount: z.number().int().nullable(),
  outputs: z.array(Output),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
});
export type AgentCell = z.infer<typeof AgentCell>;

export const AgentEnd = z.object({
  askId: z.string(),
  outcome: Outcome,
  /** In Markdown; empty where there is none. */
  answer: z.string(),
  usage: Usage,
  steps: z.number().int().nonnegative(),
  returned: z.array(ReturnedName),
  /** Files that it made and that are in the folder of the notebook now. */
  files: z.array(z.string()),
  /** Files of the notebook that it changed in its own copy: those of the notebook are as they were. */
  changedFiles: z.array(z.string()),
  cells: z.array(AgentCell),
});
export type AgentEnd = z.infer<typeof AgentEnd>;
