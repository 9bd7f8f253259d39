import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { AppError } from '../util/app-error.ts';

/** A text between two lines of hyphens, and what follows it. */
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?<front>[\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n(?<body>[\s\S]*))?$/;
const Fields = z.object(
  {
    name: z
      .string('its front matter has no name')
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'its name has more than small letters, digits, and single hyphens')
      .max(64, 'its name has more than 64 characters'),
    description: z
      .string('its front matter has no description')
      .trim()
      .min(1, 'its description is empty')
      .max(1_024, 'its description has more than 1,024 characters'),
  },
  'its front matter has no name',
);

export interface FrontMatter extends z.infer<typeof Fields> {
  /** What follows it. */
  readonly body: string;
}

/** Reads the text of a `SKILL.md`. Throws AppError `bad-request` with a fragment of a sentence that says what is wrong with it. */
export function readFrontMatter(text: string): FrontMatter {
  const { front, body = '' } = FRONT_MATTER.exec(text)?.groups ?? {};
  if (front === undefined)
    throw new AppError(
      'bad-request',
      'it does not begin with a line `---`, its name and description, and another line `---`',
    );
  const { data, error } = Fields.safeParse(parseYaml(front));
  if (data) return { ...data, body: body.trim() };
  throw new AppError('bad-request', error.issues[0]?.message ?? 'its front matter cannot be read');
}

function parseYaml(front: string): unknown {
  try {
    // Nothing needs aliases, which can make gigabytes of a line.
    return parse(front, { maxAliasCount: 0, logLevel: 'error' }) ?? {};
  } catch (error) {
    const [reason = ''] = error instanceof YAMLParseError ? error.message.split(/:?\n/) : ['it has aliases'];
    throw new AppError('bad-request', `its front matter is not YAML: ${reason}`, { cause: error });
  }
}
