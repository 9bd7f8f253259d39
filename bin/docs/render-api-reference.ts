/** Renders the tables of docs/api.md from the definition of the API in `lib/protocol/api`. */
import type { z } from 'zod';
import { API_GROUPS } from '../../lib/protocol/api/api.ts';
import { type ApiEndpoint, isSchema, type Media } from '../../lib/protocol/api/api-endpoint.ts';
import { API_PATHS, type EndpointId } from '../../lib/protocol/api/api-paths.ts';
import { createSchemas, type Schemas } from '../../lib/protocol/api/to-open-api.ts';

type Json = Record<string, unknown>;

/** Shapes that other sections of docs/api.md describe: the table of shapes leaves them out. */
const HIDDEN_SHAPES = new Set(['Event', 'Error']);

/** The Markdown of each section, by the section's name: a section for each group of endpoints, and `shapes`. */
export function renderApiReference(): Record<string, string> {
  const toSchema = createSchemas();
  const groups = Object.entries(API_GROUPS).map(([name, group]) => [name, renderGroup(group, toSchema)]);
  return { ...Object.fromEntries(groups), shapes: renderShapes(toSchema.components) };
}

function renderGroup(group: Partial<Record<EndpointId, ApiEndpoint>>, toSchema: Schemas): string {
  const ids = (Object.keys(API_PATHS) as EndpointId[]).filter((id) => id in group);
  const rows = ids.flatMap((id) => {
    const endpoint = group[id];
    return endpoint ? [renderRow(id, endpoint, toSchema)] : [];
  });
  return ['| Request | What it does | Body or query | Response |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

function renderRow(id: EndpointId, endpoint: ApiEndpoint, toSchema: Schemas): string {
  const { summary, note, query, body, status, reply } = endpoint;
  const does = note === undefined ? summary : `${summary} ${note}`;
  const sent = query ? `?${Object.keys(query.shape).join('&')}` : '';
  const given = [sent && toCode(sent), body ? renderBody(body, toSchema) : ''].filter(Boolean).join(', ');
  const answer = reply ? ` ${renderReply(reply, toSchema)}` : '';
  return `| ${toCode(API_PATHS[id])} | ${does} | ${given} | ${status}${answer} |`;
}

function renderBody(body: z.ZodType | Media, toSchema: Schemas): string {
  if (!isSchema(body)) return 'the bytes of the file';
  const json = toSchema(body, 'input');
  return listOptions(json)
    .map((option) => toCode(toShape(option)))
    .join(' or ');
}

function renderReply(reply: z.ZodType | Media, toSchema: Schemas): string {
  if (isSchema(reply)) return toCode(toShape(toSchema(reply, 'output')) || '{…}');
  const types = reply.types.map((type) => toCode(type.split(';', 1)[0] ?? '')).join(', ');
  return reply.isAttachment ? `an attachment: ${types}` : types;
}

function renderShapes(components: Json): string {
  const shown = Object.entries(components).filter(([name]) => !HIDDEN_SHAPES.has(name));
  const rows = shown
    .sort()
    .map(([name, schema]) => `| ${toCode(name)} | ${toCode(toShape(toJson(schema)))} |`);
  return ['| Shape | Fields |', '| --- | --- |', ...rows].join('\n');
}

/** Escapes `|`, which ends a cell of a Markdown table even inside code. */
function toCode(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function listOptions(json: Json): Json[] {
  const options = json.oneOf ?? json.anyOf;
  return Array.isArray(options) ? options.map(toJson) : [json];
}

/** A short form of a schema, such as `{id, title?, kind: "a" | "b"}`. Plain types, such as string, are left out. */
function toShape(json: Json): string {
  if (typeof json.$ref === 'string') return json.$ref.slice(json.$ref.lastIndexOf('/') + 1);
  if ('const' in json) return JSON.stringify(json.const);
  if (Array.isArray(json.enum)) return json.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = listOptions(json);
  if (options.length > 1) return options.map((each) => toShape(each) || String(each.type)).join(' | ');
  if (json.type === 'array') return toList(toShape(toJson(json.items)));
  if (json.properties !== undefined) return toObject(json);
  return json.type === 'null' ? 'null' : '';
}

function toList(item: string): string {
  return item === '' ? '' : `[${item}]`;
}

function toObject({ properties, required }: Json): string {
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(toJson(properties)).map(([name, schema]) => {
    const shape = toShape(toJson(schema));
    const key = needed.has(name) ? name : `${name}?`;
    return shape === '' ? key : `${key}: ${shape}`;
  });
  return `{${fields.join(', ')}}`;
}

function toJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
