/** The API's table as an OpenAPI document: https://spec.openapis.org/oas/v3.1.1.html */
import { z } from 'zod';
import { ERROR_STATUS } from '../../util/app-error.ts';
import { API } from './api.ts';
import { type ApiEndpoint, isSchema, listErrors, type Media } from './api-endpoint.ts';
import { API_PATHS, type EndpointId, splitPath } from './api-paths.ts';
import { NAMED_INPUTS, NAMED_OUTPUTS } from './named-shapes.ts';

type Json = Record<string, unknown>;

const DESCRIPTION =
  'Errors are JSON with a code and a sentence for users. The guide to this API is docs/api.md of Actbook.';

export function toOpenApi(version: string): Json {
  const toSchema = createSchemas();
  const paths: Record<string, Json> = {};
  for (const [id, endpoint] of listEndpoints()) {
    const { method, path } = splitPath(id);
    const place = path.replaceAll('{...', '{');
    const operation = toOperation(id, path, endpoint, toSchema);
    paths[place] = { ...paths[place], [method.toLowerCase()]: operation };
  }
  const token = { type: 'http', scheme: 'bearer', description: 'The token of the login link.' };
  return {
    openapi: '3.1.1',
    info: { title: 'Actbook', version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: { schemas: toSchema.components, securitySchemes: { token } },
  };
}

function listEndpoints(): [EndpointId, ApiEndpoint][] {
  const ids = Object.keys(API_PATHS) as EndpointId[];
  return ids.map((id) => [id, API[id]]);
}

export interface Schemas {
  (schema: z.ZodType, io: 'input' | 'output'): Json;
  components: Json;
}

/** Converts schemas; those with a name become references to components. */
export function createSchemas(): Schemas {
  const convert = (named: Record<string, z.ZodType>, io: 'input' | 'output') => {
    const registry = z.registry<{ id?: string }>();
    for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
    const { schemas } = z.toJSONSchema(registry, { io, uri: toReference });
    return { registry, components: Object.entries(schemas).map(([id, schema]) => [id, strip(schema)]) };
  };
  const all = { input: convert(NAMED_INPUTS, 'input'), output: convert(NAMED_OUTPUTS, 'output') };
  const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const id = all[io].registry.get(schema)?.id;
    if (id !== undefined) return { $ref: toReference(id) };
    const { $defs: _, ...json } = strip(z.toJSONSchema(schema, { io, metadata: all[io].registry }));
    return mapReferences(json);
  };
  const components = Object.fromEntries([...all.input.components, ...all.output.components]);
  return Object.assign(toSchema, { components });
}

function toReference(id: string): string {
  return `#/components/schemas/${id}`;
}

function strip({ $schema: _, $id: __, ...json }: Json): Json {
  return json;
}

/** Definitions within one schema are components of the document. */
function mapReferences(json: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function toOperation(id: EndpointId, path: string, endpoint: ApiEndpoint, toSchema: Schemas): Json {
  const { summary, note, body } = endpoint;
  const parameters = [...toPathParameters(path), ...toQueryParameters(endpoint, toSchema)];
  return {
    operationId: id,
    summary: toPlain(summary),
    ...(note === undefined ? {} : { description: toPlain(note) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body ? { requestBody: { required: true, content: toContent(body, 'input', toSchema) } } : {}),
    responses: toResponses(id, endpoint, toSchema),
  };
}

/** The text without links into docs/api.md. */
function toPlain(markdown: string): string {
  return markdown.replaceAll(/; see \[[^\]]*\]\(#[^)]*\)/g, '').replaceAll(/\[([^\]]*)\]\(#[^)]*\)/g, '$1');
}

function toPathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\.\.\.)?(\w+)\}/g)].map(([, rest, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(rest === undefined ? {} : { description: 'May contain slashes.' }),
  }));
}

function toQueryParameters({ query }: ApiEndpoint, toSchema: Schemas): Json[] {
  if (!query) return [];
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    schema: toSchema(schema as z.ZodType, 'input'),
  }));
}

function toContent(shape: z.ZodType | Media, io: 'input' | 'output', toSchema: Schemas): Json {
  if (isSchema(shape)) return { 'application/json': { schema: toSchema(shape, io) } };
  return Object.fromEntries(shape.types.map((type) => [type, {}]));
}

function toResponses(id: EndpointId, endpoint: ApiEndpoint, toSchema: Schemas): Json {
  const { status, reply } = endpoint;
  const content = reply ? { content: toContent(reply, 'output', toSchema) } : {};
  const done = { [status]: { description: DONE[status], ...content } };
  const part =
    reply && !isSchema(reply) && reply.isPartial ? { 206: { description: 'A part.', ...content } } : {};
  return { ...done, ...part, ...toErrorResponses(id, endpoint, toSchema) };
}

const DONE = { 200: 'Done.', 201: 'Created.', 202: 'Started.', 204: 'Done; the reply is empty.' } as const;

function toErrorResponses(id: EndpointId, endpoint: ApiEndpoint, toSchema: Schemas): Json {
  const byStatus = Map.groupBy(listErrors(id, endpoint), (code) => ERROR_STATUS[code]);
  const content = { 'application/json': { schema: toSchema(NAMED_OUTPUTS.Error, 'output') } };
  const responses = [...byStatus].map(([status, codes]) => [
    status,
    { description: `\`${codes.join('`, `')}\``, content },
  ]);
  return Object.fromEntries(responses);
}
