/** Makes a host tool from a function and a schema of its parameters. */
import { z } from 'zod';
import type { HostTool, HostToolContext } from '../tools/host-tool.ts';

/** A schema by the Standard Schema and Standard JSON Schema specifications, such as zod's: https://standardschema.dev */
export interface ParameterSchema<Args> {
  readonly '~standard': {
    readonly validate: (value: unknown) => Validation<Args> | Promise<Validation<Args>>;
    readonly jsonSchema: {
      readonly input: (options: { target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

type Validation<Args> =
  | { readonly value: Args; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export interface ToolDefinition<Args> extends Omit<HostTool, 'parameters' | 'call'> {
  /** An object schema of zod (4.2 or later) or another library, or a plain JSON Schema. */
  parameters: ParameterSchema<Args> | Record<string, unknown>;
  call(args: Args, context: HostToolContext): unknown;
}

/** Arguments that do not fit the schema raise a `ToolError` in the code, and the function is not called. */
export function defineTool<Args = Record<string, unknown>>(definition: ToolDefinition<Args>): HostTool {
  const { parameters, call, ...tool } = definition;
  const schema = toSchema<Args>(parameters);
  return {
    ...tool,
    parameters: schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
    call: async (args, context) => {
      const result = await schema['~standard'].validate(args);
      if (result.issues) throw new Error(`Wrong arguments: ${result.issues.map(describeIssue).join('; ')}.`);
      return call(result.value, context);
    },
  };
}

function toSchema<Args>(parameters: ToolDefinition<Args>['parameters']): ParameterSchema<Args> {
  if (isSchema<Args>(parameters)) return parameters;
  const schema = z.fromJSONSchema(parameters);
  return {
    '~standard': {
      validate: (value) => {
        const { data, error } = schema.safeParse(value);
        return error ? { issues: error.issues } : { value: data as Args };
      },
      jsonSchema: { input: () => parameters },
    },
  };
}

function isSchema<Args>(parameters: ToolDefinition<Args>['parameters']): parameters is ParameterSchema<Args> {
  return '~standard' in parameters;
}

function describeIssue({ message, path = [] }: Issue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length > 0 ? `${keys.join('.')}: ${message}` : message;
}
