/** Options of the library. All of them have a default. */

import type { KernelProvider } from '../kernel/kernel.ts';
import type { LanguageModel, ModelProfile } from '../model/model.ts';
import type { ApprovalDecision, ApprovalRequest } from '../protocol/cells/approval.ts';
import type { InputRequest } from '../protocol/cells/cell.ts';
import type { ConnectionInput } from '../protocol/connections/connection.ts';
import type { Limits } from '../protocol/run-limits.ts';
import type { Prices, RunRequest } from '../protocol/runs/run.ts';
import type { ToolSource } from '../protocol/runs/tool-source.ts';
import type { WaysRequest } from '../protocol/ways/ways.ts';
import type { HostTool } from '../tools/host-tool.ts';
import type { McpServers } from '../tools/mcp-config.ts';

export interface ActbookOptions {
  /** MCP servers that all sessions can use. Default: those in the file that `ACTBOOK_MCP_CONFIG` names. */
  mcpServers?: McpServers;
  /** Databases that all sessions can ask, by the name that code has for each. Default: those in `connections.json` of `homeDir`. */
  connections?: Readonly<Record<string, ConnectionInput>>;
  /**
   * The model: an OpenAI-compatible server, or your own implementation. Default: the server that `OPENAI_API_KEY`,
   * `OPENAI_BASE_URL` and `ACTBOOK_MODEL` configure, or else the built-in analyst, which is not a language model.
   */
  model?: ModelServer | CustomModel;
  /**
   * Where kernels run: on an existing Jupyter server, or in your own {@link KernelProvider}. Default: on a Jupyter server
   * that is started as a child process, with a sandbox for each session.
   */
  kernels?: JupyterAddress | KernelProvider;
  /**
   * The Python that runs kernels on this machine, with the packages of this package's `kernels/requirements.txt`.
   * Default: `ACTBOOK_PYTHON`, else `.venv` in this package.
   */
  python?: string;
  /**
   * `off` runs code with your permissions: your files, your network. Default `on`: each session has a sandbox, and if none
   * can be created, runs fail with code `sandbox-unavailable`.
   */
  sandbox?: 'on' | 'off';
  /** Where sessions, files and blobs are kept. Default: a temporary folder, removed by `dispose`. */
  homeDir?: string;
  /** Who uses the library, as `by` of events names them. Default: the local user. */
  user?: { id: string; name?: string };
}

/** A server that speaks the OpenAI chat completions API. */
export interface ModelServer {
  /** E.g. `http://127.0.0.1:11434/v1`. Default: OpenAI's own. */
  baseUrl?: string;
  /** Local servers need none. */
  apiKey?: string;
  modelId: string;
  /** Takes code from native tool calls instead of fenced blocks. Default false. */
  nativeTools?: boolean;
  /** Whether plots are sent to the model as images. Default `auto`: what its server reports, or else by its name. */
  vision?: 'on' | 'off' | 'auto';
  /** Prompt and reply together, tokens. Default: what its server reports. */
  contextTokens?: number;
  /** Default: what its server reports; without prices, runs have no cost. */
  prices?: Prices;
}

/** Your own model. Missing fields mean: no native tools, no images, unknown length and prices. */
export interface CustomModel extends Partial<ModelProfile> {
  id: string;
  /** Display name. Default: the ID. */
  label?: string;
  /** See {@link LanguageModel}. */
  stream: LanguageModel['stream'];
}

/** A running Jupyter server, hub or gateway. */
export interface JupyterAddress {
  url: string | URL;
  token?: string;
}

export interface SessionOptions {
  title?: string;
  /** Name of an installed kernelspec. Default `python3`. */
  kernelName?: string;
  /** Source in the kernel's language with functions for every run, or Python modules. */
  tools?: ToolSource;
  /** Functions of your program that the code of every run can call. */
  hostTools?: readonly HostTool[];
}

/** A file by its content. */
export interface FileContent {
  /** Its path in the working directory: a plain name, or one with folders, which are created. */
  name: string;
  content: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export interface RunOptions {
  /** Names of the session's files that the task is about. Default: all that were added. */
  files?: RunRequest['files'];
  /** Source in the kernel's language with functions, or Python modules. For this run and later ones. */
  tools?: RunRequest['tools'];
  /** Functions of your program that the code can call, in this run and later ones, instead of the session's. */
  hostTools?: readonly HostTool[];
  /** JSON Schema of the answer: `result()` then has a valid `value`, or an outcome that says why not. */
  schema?: RunRequest['schema'];
  /** Limits of this run; {@link Limits} has their units. */
  limits?: RunRequest['limits'];
  /**
   * Answers `input()` and `getpass()` in the code; null means no answer. If it throws, the run stops and `result()`
   * rejects with that error. Default: the code gets `EOFError` at once.
   */
  onInput?: (request: InputRequest) => string | null | Promise<string | null>;
  /** Which code waits for {@link onApproval}; docs/approvals.md has the rules. Default: what was chosen last in the session, or else `never`. */
  approval?: RunRequest['approval'];
  /** Decides on code or a tool call that waits; null refuses it. If it throws, the run stops, as above. */
  onApproval?: (request: ApprovalRequest) => ApprovalDecision | null | Promise<ApprovalDecision | null>;
  /** Whether a second model call reads each answer and its work before it is given, and can send one back. Default false. */
  review?: RunRequest['review'];
  /** How many parts of the task the agent may hand to other agents, each on a branch of the kernel. Default: none. */
  agents?: RunRequest['agents'];
  /** Cancels the run. */
  signal?: AbortSignal;
}

export interface WaysOptions
  extends Pick<RunOptions, 'files' | 'tools' | 'hostTools' | 'schema' | 'review' | 'signal'> {
  /** How many, from 2 to 5, with instructions that differ; or the instruction and model of each. Default 3. */
  ways?: WaysRequest['ways'];
  /** Limits of all ways together, which are split; without them, each way has those of a run. */
  limits?: RunRequest['limits'];
}

export interface BranchOptions {
  /** ID of the last cell that the branch has; by default the last of the notebook. */
  cellId?: string;
  /** `live`: with all variables or not at all; `new`: with a new kernel. By default it has them where that is possible. */
  kernel?: 'live' | 'new';
}

export interface SteerOptions {
  /** Interrupts the running cell, so that the model reads the message now and not after it. Default false. */
  interrupt?: boolean;
}
