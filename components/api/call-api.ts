/** The HTTP API as the page calls it. Types come from the API's table, whose schemas stay on the server. */

import type { BodyOf, JsonEndpointId, QueryOf, ReplyOf } from '../../lib/protocol/api/api.ts';
import { type EndpointId, type ParamsOf, splitPath } from '../../lib/protocol/api/api-paths.ts';
import { AppError, ERROR_STATUS, type ErrorCode } from '../../lib/util/app-error.ts';
import { parseJson } from '../../lib/util/parse-json.ts';
import { API_TEXTS } from './api-texts.ts';

/** A part of a request; optional if all its fields are. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: undefined }
  : Partial<Value> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

type Place<Id extends EndpointId> = Part<'params', ParamsOf<Id>> & Part<'query', QueryOf<Id>>;
type Call<Id extends EndpointId> = Place<Id> & Part<'body', BodyOf<Id>> & { signal?: AbortSignal };
type Arguments<Input> = Partial<Input> extends Input ? [input?: Input] : [input: Input];

/** Resolves to the reply. Throws an AppError whose message is a sentence to show. */
export async function callApi<Id extends JsonEndpointId>(
  id: Id,
  ...[input]: Arguments<Call<Id>>
): Promise<ReplyOf<Id>> {
  const response = await send(id, input);
  const text = await response.text();
  const reply = parseJson(text);
  if (!response.ok) throw toAppError(reply, response.status);
  const isEmpty = text === '' && EMPTY_STATUSES.includes(response.status);
  const isObject = typeof reply === 'object' && reply !== null;
  if (!isEmpty && !isObject) throw new AppError('internal', API_TEXTS.notJson);
  // The same server sent the page and writes its replies by the same table.
  return (isEmpty ? undefined : reply) as ReplyOf<Id>;
}

/** A message of an event stream. */
interface StreamMessage {
  event: string;
  data: unknown;
}

/** Yields the messages of a reply that is an event stream, as they arrive. Throws as {@link callApi}, also when it breaks off. */
export async function* streamApi<Id extends EndpointId>(
  id: Id,
  ...[input]: Arguments<Call<Id>>
): AsyncGenerator<StreamMessage> {
  const response = await send(id, input);
  if (!response.ok || !response.body) throw toAppError(parseJson(await response.text()), response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw unreachable();
    });
    if (done) return;
    const messages = (text + value).split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const { event = '', data = '' } =
        /^event: (?<event>.*)\ndata: (?<data>.*)$/.exec(message)?.groups ?? {};
      yield { event, data: parseJson(data) };
    }
  }
}

/** Browsers refuse to keep requests alive that send more than 64 KiB together; a character takes up to three bytes. */
const MAX_KEPT_LENGTH = 16_000;

async function send(id: EndpointId, input: AnyCall = {}): Promise<Response> {
  const { params, query, body, signal } = input;
  const { method } = splitPath(id);
  const isFile = body instanceof Blob;
  const sent = isFile || body === undefined ? body : JSON.stringify(body);
  return fetch(toUrl(id, params, query), {
    method,
    // A title is saved on leaving its field, which may be leaving the page.
    keepalive: method === 'PATCH' && typeof sent === 'string' && sent.length < MAX_KEPT_LENGTH,
    ...(signal ? { signal } : {}),
    ...(isFile || body === undefined ? {} : { headers: { 'Content-Type': 'application/json' } }),
    ...(sent === undefined ? {} : { body: sent }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable();
  });
}

/** Every other reply is a JSON object. */
const EMPTY_STATUSES = [202, 204];

interface AnyCall {
  params?: Record<string, string> | undefined;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
}

/** The address of an endpoint, for links, images, and uploads. */
export function toApiUrl<Id extends EndpointId>(id: Id, ...[place]: Arguments<Place<Id>>): string {
  const { params, query }: AnyCall = place ?? {};
  return toUrl(id, params, query);
}

function toUrl(id: EndpointId, params: Record<string, string> = {}, query?: unknown): string {
  const path = splitPath(id).path.replaceAll(/\{(?:\.\.\.)?(\w+)\}/g, (_, name: string) =>
    (params[name] ?? '').split('/').map(encodeURIComponent).join('/'),
  );
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

export function unreachable(): AppError {
  return new AppError('internal', API_TEXTS.unreachable);
}

export function toAppError(body: unknown, status: number): AppError {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (hasString(error, 'message')) {
    const code = hasString(error, 'code') ? toErrorCode(error.code) : 'internal';
    return new AppError(code, error.message, { details: Reflect.get(error, 'details') });
  }
  return new AppError('internal', API_TEXTS.failed(status));
}

function toErrorCode(code: string): ErrorCode {
  const known = Object.keys(ERROR_STATUS) as ErrorCode[];
  return known.find((each) => each === code) ?? 'internal';
}

function hasString<Key extends string>(value: unknown, key: Key): value is Record<Key, string> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === 'string';
}
