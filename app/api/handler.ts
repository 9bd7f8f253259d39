/** What every route handler shares: the container, parsed input, and errors as one JSON shape. */
import type { z } from 'zod';
import { type Container, getContainer } from '../../lib/container.ts';
import { AppError, ERROR_STATUS, isAppError } from '../../lib/util/app-error.ts';

/** Room for the longest task with the longest tools, every character escaped. */
const MAX_JSON_BYTES = 2 * 1024 ** 2;

export interface RouteContext<Params> {
  request: Request;
  params: Params;
  container: Container;
}

type NextRouteContext<Params> = { params: Promise<Params> };

/** Wraps a handler: `throw new AppError(…)` becomes `{error: {code, message}}` with its status. */
export function route<Params = Record<string, never>>(
  handle: (context: RouteContext<Params>) => Promise<Response>,
) {
  return async (request: Request, context: NextRouteContext<Params>): Promise<Response> => {
    try {
      return await handle({ request, params: await context.params, container: getContainer() });
    } catch (error) {
      return toErrorResponse(error);
    }
  };
}

/** The JSON body checked against a schema; a bad one is answered with 400. An empty body counts as `{}`. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readText(request);
  return parseInput(schema, text.trim() === '' ? {} : parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad-request', 'The request body is not valid JSON.');
  }
}

/** What a request holds, checked against a schema; a bad one is answered with 400. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  const issue = error.issues[0];
  const where = issue?.path.join('.') || 'The request';
  throw new AppError('bad-request', `${where}: ${issue?.message ?? 'invalid'}.`);
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    // Read to its end all the same: whoever still sends would not hear an answer.
    if (bytes <= MAX_JSON_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_JSON_BYTES) throw new AppError('too-large', 'The request body is longer than 2 MB.');
  return Buffer.concat(chunks).toString('utf8');
}

function toErrorResponse(error: unknown): Response {
  if (isAppError(error)) return toJson(ERROR_STATUS[error.code], error.code, error.message);
  console.error(error);
  return toJson(500, 'internal', 'Something went wrong in Actbook. The terminal it runs in says more.');
}

function toJson(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}
