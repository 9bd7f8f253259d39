/** Answers to tasks with a JSON Schema: read from the model's words and checked. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { RunRequest } from '../../protocol/runs/run.ts';
import { AppError, toMessage } from '../../util/app-error.ts';
import { attempt } from '../../util/attempt.ts';
import { parseWithRawIntegers } from '../../util/exact-json.ts';
import { isModestJson } from '../../util/is-modest-json.ts';

/** A value that fits, its integers past 2^53 as objects of `JSON.rawJSON`, or what is wrong in a sentence for the model. */
export type CheckedAnswer = { readonly value: unknown } | { readonly problem: string };

type AnswerSchema = NonNullable<RunRequest['schema']>;

/** The model is told so many faults at most. */
const MAX_FAULTS = 10;
/** Longest value, characters. */
const MAX_VALUE_LENGTH = 8_000_000;

/** Reads the JSON value of an answer and validates it. */
export async function checkAnswer(schema: AnswerSchema, text: string): Promise<CheckedAnswer> {
  const json = findJson(text);
  if (json === null) return { problem: 'it holds no JSON value that can be parsed' };
  const value: unknown = JSON.parse(json);
  if (!isModestJson(value, MAX_VALUE_LENGTH)) return { problem: 'it is too long or nested too deep' };
  const validate = await checkSchema(schema);
  if (!validate(value)) return { problem: describeFaults(validate.errors ?? []) };
  return { value: parseWithRawIntegers(json) };
}

/**
 * What validates values against a schema. Throws AppError `bad-request` for anything that is not a JSON Schema. The validator is
 * loaded when the first schema comes: most runs have none.
 */
export async function checkSchema(schema: AnswerSchema): Promise<ValidateFunction> {
  // A schema may use words that the validator does not know, and name formats, which are not checked.
  const options = { strict: false, validateFormats: false, allErrors: true, logger: false } as const;
  try {
    if (/draft-0[67]/.test(String(schema.$schema ?? ''))) {
      const { Ajv } = await import('ajv');
      return new Ajv(options).compile(schema);
    }
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    return new Ajv2020(options).compile(schema);
  } catch (error) {
    throw new AppError(
      'bad-request',
      `The schema is not a JSON Schema that can be used: ${toMessage(error)}.`,
    );
  }
}

function describeFaults(errors: readonly ErrorObject[]): string {
  const faults = errors.map(({ instancePath, message = 'is wrong', params }) => {
    const names = 'additionalProperty' in params ? ` (“${params.additionalProperty}”)` : '';
    return `${instancePath === '' ? 'the value' : instancePath} ${message}${names}`;
  });
  const more = faults.length > MAX_FAULTS ? `; and ${faults.length - MAX_FAULTS} more` : '';
  return faults.slice(0, MAX_FAULTS).join('; ') + more;
}

const FENCED = /^[ \t]*(`{3,20}|~{3,20})[ \t]*(?:json[a-z0-9]*)?[ \t]*\n([\s\S]*?)\n[ \t]*\1[ \t]*$/gim;

/** All of the text, its last block, or what is between its outermost brackets; null when none is JSON. */
function findJson(text: string): string | null {
  const blocks = [...text.matchAll(FENCED)].map(({ 2: body = '' }) => body).reverse();
  const opening = text.search(/[{[]/);
  const closing = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const between = opening < 0 ? [] : [text.slice(opening, closing + 1)];
  const isJson = (candidate: string) => attempt(() => [JSON.parse(candidate)]) !== null;
  return [text, ...blocks, ...between].find(isJson) ?? null;
}
