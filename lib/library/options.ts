/** What a program can decide; everything has a default. */

import type { KernelProvider } from '../kernel/kernel.ts';
import type { Model, ModelProfile } from '../model/model.ts';
import type { ApprovalDecision, ApprovalRequest } from '../protocol/approval.ts';
import type { InputRequest } from '../protocol/event.ts';
import type { ApprovalMode, Limits, Prices } from '../protocol/run.ts';
import type { ToolSource } from '../protocol/tool-source.ts';
import type { HostTool } from '../tools/host-tool.ts';
import type { McpServers } from '../tools/mcp-config.ts';

export interface ActbookOptions {
  /** Servers of the Model Context Protocol that all sessions can use. Default: those that `ACTBOOK_MCP_CONFIG` names. */
  mcpServers?: McpServers;
  /**
   * Who answers: an OpenAI-compatible server, or a model of your own. Default: the server that
   * `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `ACTBOOK_MODEL` name, else the built-in analyst, which is no language model.
   */
  model?: ModelServer | CustomModel;
  /**
   * Where kernels run: on an existing Jupyter server, or by a {@link KernelProvider} of your own. Default: on a Jupyter
   * server that is started as a child, each session in a box.
   */
  kernels?: JupyterAddress | KernelProvider;
  /**
   * The Python of kernels that are started here; `kernels/requirements.txt` of this package must be installed in it.
   * Default: `ACTBOOK_PYTHON`, else `.venv` in this package.
   */
  python?: string;
  /**
   * `off` runs code as you, with your files and your network. Default `on`: each session has a box, and where none can be
   * made, runs fail with code `sandbox-unavailable`.
   */
  sandbox?: 'on' | 'off';
  /** Where sessions, files and blobs are kept. Default: a temporary folder, removed by `dispose`. */
  homeDir?: string;
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
  /** Whether the model is sent images. Default `auto`: as its server says, else by its name. */
  vision?: 'on' | 'off' | 'auto';
  /** Prompt and reply together. Default: as its server says. */
  contextTokens?: number;
  /** Default: as its server says; without prices no cost is known. */
  prices?: Prices;
}

/** A model of your own. What it does not say of itself is taken for: no native tools, no images, no known length or price. */
export interface CustomModel extends Partial<ModelProfile> {
  id: string;
  /** For people. Default: the id. */
  label?: string;
  /** See {@link Model}. */
  stream: Model['stream'];
}

/** A Jupyter server, hub or gateway that runs already. */
export interface JupyterAddress {
  url: string | URL;
  token?: string;
}

export interface SessionOptions {
  title?: string;
  /** Name of an installed kernelspec. Default `python3`. */
  kernelName?: string;
  /** Source in the kernel's language whose functions every run has; or Python modules. */
  tools?: ToolSource;
  /** Functions of your program that the code of every run can call. */
  hostTools?: readonly HostTool[];
}

/** A file by its content. */
export interface FileContent {
  /** A plain name, without folders. */
  name: string;
  content: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export interface RunOptions {
  /** Names of the session's files that the task is about. Default: all that were added. */
  files?: string[];
  /** Source in the kernel's language whose functions are defined there; or Python modules. For this run and the next. */
  tools?: ToolSource;
  /** Functions of your program that the code can call, for this run and the next ones; in place of the session's. */
  hostTools?: readonly HostTool[];
  /** JSON Schema of the answer: `result()` then has a valid `value`, or an outcome that says why not. */
  schema?: Record<string, unknown>;
  /** Bounds of this run; see {@link Limits} for each and its unit. */
  limits?: Partial<Limits>;
  /**
   * Answers `input()` and `getpass()` in the code; null says that nobody will. What it throws stops the run, and
   * `result()` rejects with it. Default: the code gets `EOFError` at once.
   */
  onInput?: (request: InputRequest) => string | null | Promise<string | null>;
  /** Which code waits for {@link onApproval}; docs/approvals.md has the rules. Default: as the run before, else `never`. */
  approval?: ApprovalMode;
  /** Decides on code, or a tool call, that waits; null refuses it. What it throws stops the run, as above. */
  onApproval?: (request: ApprovalRequest) => ApprovalDecision | null | Promise<ApprovalDecision | null>;
  /** Whether a second model call reads the work before the answer is given, and can send it back once. Default false. */
  review?: boolean;
  /** Cancels the run. */
  signal?: AbortSignal;
}
