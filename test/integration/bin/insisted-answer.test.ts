/** What was sent back and comes again unchanged is given, with the reason, and with an exit code that scripts can see. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../helpers/bin/cli.ts';
import { createCliHome } from '../../helpers/bin/cli-home.ts';
import type { ModelServerRequest, Script } from '../../helpers/model/model-server.ts';

const fence = (code: string, cell = '') => `\`\`\`python${cell}\n${code}\n\`\`\``;
const findCell = (request: ModelServerRequest) =>
  /\(cell ((?!ID)[\w-]+)\)/.exec(JSON.stringify(request.messages))?.[1] ?? 'none';

const PLAN = 'I will load the file.';
const INVENTED = '```json\n{"mean": 71.83}\n```';
const SCHEMA = '{"type": "object", "properties": {"mean": {"type": "number"}}, "required": ["mean"]}';

/** The same answer as often as it is asked for: a clean start takes longer than a quick run, which then does not wait for it. */
function insist(first: (string | ((request: ModelServerRequest) => string))[], answer: string): Script {
  let asked = 0;
  return (request) => {
    const reply = first[asked++] ?? answer;
    return typeof reply === 'string' ? reply : reply(request);
  };
}

interface Insisted {
  what: string;
  replies: Script;
  flags?: string[];
  told: string;
}

test.each<Insisted>([
  {
    what: 'invented numbers in JSON',
    replies: [fence('print(1402.5)'), INVENTED, INVENTED],
    flags: ['--schema', 'schema.json'],
    told: 'Numbers: 0 found in the outputs, 1 not found (errors and warnings aside): 71.83.',
  },
  {
    what: 'a plan',
    replies: [PLAN, PLAN],
    told: 'No code above this answer has run, so no output supports it.',
  },
  {
    what: 'a notebook that ends elsewhere from a clean start',
    replies: insist(
      [
        fence('rate = 3\nprint(1 / 0)'),
        (request) => fence('print("fine")', ` cell=${findCell(request)}`),
        fence('print(rate * 2)'),
      ],
      'It is twice the rate.',
    ),
    told: 'From a clean start: Not reproduced',
  },
])('$what: exit code 5', async ({ replies, flags = [], told }) => {
  const { home, env } = await createCliHome(replies);
  await writeFile(join(home, 'schema.json'), SCHEMA);
  const args = ['run', 'What is the mean?', '--data', 'cars.csv', ...flags];
  const { code, stderr } = await runCli(args, { home, env });
  expect(stderr).toContain(told);
  expect(code).toBe(5);
});
