import { readParameterValue } from '../../lib/protocol/schedules/read-parameter-value.ts';
import { Parameters } from '../../lib/protocol/schedules/schedule.ts';
import { AppError } from '../../lib/util/app-error.ts';

/** For options such as `-p rate=3 -p name=Ada`: see {@link readParameterValue}. Throws AppError `bad-request`. */
export function readParameters(texts: readonly string[] = []): Parameters {
  const { data, error } = Parameters.safeParse(Object.fromEntries(texts.map(split)));
  if (data) return data;
  throw new AppError('bad-request', `--parameter: ${error.issues[0]?.message}.`);
}

function split(text: string): [string, unknown] {
  const at = text.indexOf('=');
  if (at < 1) throw new AppError('bad-request', `Write --parameter as name=value, not “${text}”.`);
  return [text.slice(0, at).trim(), readParameterValue(text.slice(at + 1))];
}
