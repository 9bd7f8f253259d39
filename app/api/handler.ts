/** What all handlers of the API share: the container, a request read by the API's table, and the reply written by it. */
import type { z } from 'zod';
import { type Container, getContainer } from '../../lib/app/container.ts';
import { API } from '../../lib/protocol/api/api.ts';
import {
  type ApiEndpoint,
  type Endpoints,
  isSchema,
  type Media,
} from '../../lib/protocol/api/api-endpoint.ts';
import type { EndpointId, ParamsOf } from '../../lib/protocol/api/api-paths.ts';
import { AppError, ERROR_STATUS, type ErrorCode, isAppError } from '../../lib/util/app-error.ts';
import { describeIssue } from '../../lib/util/describe-issue.ts';
import { toDiskError } from '../../lib/util/to-disk-error.ts';
import { decodeUtf8, HALF_A_CHARACTER, isUnicode } from '../../lib/util/unicode.ts';

const INTERNAL = 'Something went wrong in Actbook. The terminal shows details.';
/** Room for the longest task with the longest tools, every character escaped. */
const MAX_JSON_BYTES = 2 * 1024 ** 2;

type Api = typeof API;

/**
 * Does what an endpoint of the table describes. `throw new AppError(…)` becomes `{error: {code, message}}` with its status;
 * of a JSON reply only what the table names is sent.
 */
export type Handler<Id extends EndpointId> = (context: HandlerContext<Id>) => HandlerReply<Id>;

/** A handler for each endpoint of a group of the table: one that is missing, or is not in the group, does not compile. */
export type Handlers<Group extends Endpoints> = { readonly [Id in keyof Group & EndpointId]: Handler<Id> };

interface HandlerContext<Id extends EndpointId> {
  request: Request;
  /** Decoded; the rest of a path with slashes. */
  params: ParamsOf<Id>;
  query: Api[Id] extends { query: infer Query extends z.ZodType } ? z.output<Query> : undefined;
  /** JSON as the table's schema reads it, or the bytes of a file. */
  body: Api[Id] extends { body: infer Body }
    ? Body extends z.ZodType
      ? z.output<Body>
      : ReadableStream<Uint8Array>
    : undefined;
  container: Container;
}

/** What a handler resolves to: JSON as the table says, content of a type that it names, or nothing. */
type HandlerReply<Id extends EndpointId> = Api[Id] extends { reply: infer Reply }
  ? Reply extends z.ZodType
    ? Promise<DeepReadonly<z.input<Reply>>>
    : Reply extends Media<infer Type>
      ? Promise<Content<Type>>
      : never
  : Promise<void>;

/** A reply that is not JSON. */
interface Content<Type extends string = string> {
  body: BodyInit;
  /** Default: the first that the table names. */
  type?: '*/*' extends Type ? string : Type;
  headers?: Record<string, string>;
  /** `Content-Range` of a part of the whole. */
  range?: string;
}

type DeepReadonly<Value> = Value extends readonly (infer Element)[]
  ? readonly DeepReadonly<Element>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

interface RoutedRequest {
  request: Request;
  /** Of the path. */
  params: Record<string, string>;
}

/** Answers a request with the handler of its endpoint. */
export async function answer<Id extends EndpointId>(
  id: Id,
  handlers: { readonly [Each in EndpointId]: Handler<Each> },
  { request, params }: RoutedRequest,
): Promise<Response> {
  const endpoint: ApiEndpoint = API[id];
  try {
    const container = getContainer();
    const input = await readInput(endpoint, request);
    // What the table's paths and schemas made of the request has their types.
    const context = { request, container, params, ...input } as HandlerContext<Id>;
    return toResponse(endpoint, await handlers[id](context));
  } catch (error) {
    return toErrorResponse(error);
  }
}

async function readInput({ query, body }: ApiEndpoint, request: Request): Promise<object> {
  return {
    query: query && parseInput(query, Object.fromEntries(new URL(request.url).searchParams)),
    body: isSchema(body) ? await readJson(request, body) : body && (request.body ?? new Blob().stream()),
  };
}

/** The JSON body checked against a schema; a bad one is answered with 400. An empty body counts as `{}`. */
async function readJson(request: Request, schema: z.ZodType): Promise<unknown> {
  const json = parseJson(await readBytes(request));
  if (!isUnicode(json)) throw new AppError('bad-request', `The request has ${HALF_A_CHARACTER}.`);
  return parseInput(schema, json);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = decodeUtf8(bytes);
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw new AppError('bad-request', 'The request body is not valid JSON in UTF-8.');
  }
}

function parseInput(schema: z.ZodType, input: unknown): unknown {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new AppError('bad-request', describeIssue(error.issues, 'The request'));
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    // Read to its end all the same: whoever still sends would not hear an answer.
    if (bytes <= MAX_JSON_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_JSON_BYTES) throw new AppError('too-large', 'The request body is longer than 2 MB.');
  return Buffer.concat(chunks);
}

function toResponse({ status, reply }: ApiEndpoint, value: unknown): Response {
  if (isSchema(reply)) return Response.json(reply.parse(value), { status });
  if (!reply) return new Response(null, { status });
  // The handler's type says so: the endpoint has content, so this is it.
  const { body, type = reply.types[0] ?? '', headers = {}, range } = value as Content;
  const all = {
    ...headers,
    'content-type': type,
    ...(range === undefined ? {} : { 'content-range': range }),
  };
  return new Response(body, { status: range === undefined ? status : 206, headers: all });
}

export function toErrorResponse(thrown: unknown): Response {
  const error = toErrorParts(thrown);
  return Response.json({ error }, { status: ERROR_STATUS[error.code] });
}

interface ErrorParts {
  code: ErrorCode;
  message: string;
  details?: unknown;
}

/** An error as replies have it. An unexpected one is printed on the terminal. */
export function toErrorParts(thrown: unknown): ErrorParts {
  const error = toDiskError(thrown) ?? thrown;
  if (!isAppError(error)) {
    console.error(error);
    return { code: 'internal', message: INTERNAL };
  }
  const { code, message, details } = error;
  return details === undefined ? { code, message } : { code, message, details };
}

/** Headers that make a browser save a response under this name. */
export function toAttachment(fileName: string): Record<string, string> {
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return {
    'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
    'cache-control': 'private, no-store',
  };
}
