/** What all tools share that other agents call: how one is described, what it is given, and how its result is sent. */
import type { ContentBlock, McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Container } from '../app/container.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { AppError, isAppError } from '../util/app-error.ts';
import { toDiskError } from '../util/to-disk-error.ts';
import { HALF_A_CHARACTER, isUnicode } from '../util/unicode.ts';
import { toText } from './describe/to-content.ts';

/** All that the app can do, but for answering other agents. */
export type McpContainer = Omit<Container, 'answerMcp'>;

export interface ToolContext {
  readonly container: McpContainer;
  /** Of the program that calls. */
  readonly runtime: Runtime;
  /** Aborts when nobody waits for the result any more. The work itself continues then. */
  readonly signal: AbortSignal;
  /** Of the app's pages: `http://127.0.0.1:8899`. */
  readonly origin: string;
  /** Says what happens meanwhile, where the caller wants to know. */
  tell(message: string): void;
  /** From now on, what code asks waits for the user longer than where nobody follows the notebook. */
  attend(sessionId: string): void;
}

interface ToolSpec<Input extends z.ZodObject> {
  name: string;
  title: string;
  /** For the model that calls it. */
  description: string;
  input: Input;
  /** Default: changes something, and destroys nothing. */
  hints?: ToolAnnotations;
  run(input: z.output<Input>, context: ToolContext): Promise<ContentBlock[] | string>;
}

export interface McpTool {
  readonly name: string;
  register(server: McpServer, open: (call: ServerContext) => ToolContext): void;
}

const INTERNAL = 'Something went wrong in Actbook. Its terminal shows details.';

export function defineMcpTool<Input extends z.ZodObject>(spec: ToolSpec<Input>): McpTool {
  const { name, title, description, input, hints, run } = spec;
  const annotations = { destructiveHint: false, openWorldHint: false, ...hints };
  return {
    name,
    register: (server, open) => {
      const config = { title, description, inputSchema: input, annotations };
      server.registerTool<z.ZodObject, z.ZodObject>(name, config, async (given, call) => {
        try {
          if (!isUnicode(given)) throw new AppError('bad-request', `The arguments have ${HALF_A_CHARACTER}.`);
          // The library has read the arguments by this schema, and gives its output.
          const result = await run(given as z.output<Input>, open(call));
          return { content: typeof result === 'string' ? [toText(result)] : result };
        } catch (error) {
          return { isError: true, content: [toText(toSentence(error))] };
        }
      });
    },
  };
}

/** What the user or the caller can do something about, as it is. Anything else is printed on the terminal. */
function toSentence(thrown: unknown): string {
  const error = toDiskError(thrown) ?? thrown;
  if (isAppError(error)) return error.message;
  console.error(error);
  return INTERNAL;
}
