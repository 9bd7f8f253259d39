/** Reads JSON records, JSON lines, and an object that holds the records under one of its keys. */
import type { Analysis, Observation } from './analysis.ts';
import { explainLoadFailure, type Loaded, readShape, SHOW_HEAD } from './loaded.ts';
import { quote } from './python-literals.ts';

/** Nested objects become dotted columns (`address.city`). */
export function* loadJson(file: string, lines: boolean): Analysis<Loaded> {
  if (lines)
    return yield* loadLines(file, `I'll start by loading \`${file}\`, which has one JSON record per line.`);
  const parsed = yield {
    say: `I'll start by opening \`${file}\` to see how it is organized.`,
    code: [
      'import json\n',
      'import pandas as pd\n',
      `with open(${quote(file)}, encoding="utf-8-sig") as file:`,
      '    data = json.load(file)\n',
      'print(type(data).__name__, len(data))',
      'if isinstance(data, dict):',
      '    for key, value in list(data.items())[:20]:',
      '        print(repr(key), type(value).__name__, len(value) if hasattr(value, "__len__") else value)',
    ].join('\n'),
  };
  if (!parsed.ok && /Extra data/.test(parsed.errorMessage)) {
    return yield* loadLines(file, 'The file has one JSON record per line, so I read it that way.');
  }
  if (!parsed.ok) throw explainLoadFailure(file, parsed);
  const shown = yield {
    say: 'I turn the records into a table; nested fields become dotted column names.',
    code: `df = ${writeTable(parsed)}\n${SHOW_HEAD}`,
  };
  if (!shown.ok) throw explainLoadFailure(file, shown);
  return readShape(shown, []);
}

function* loadLines(file: string, say: string): Analysis<Loaded> {
  const observation = yield {
    say,
    code: [
      'import json\n',
      'import pandas as pd\n',
      `with open(${quote(file)}, encoding="utf-8-sig") as file:`,
      '    records = [json.loads(line) for line in file if line.strip()]\n',
      'df = pd.json_normalize(records)',
      SHOW_HEAD,
    ].join('\n'),
  };
  if (!observation.ok) throw explainLoadFailure(file, observation);
  return readShape(observation, []);
}

/** The expression that makes a table of `data`, from what its keys hold. */
function writeTable(observation: Observation): string {
  const [first = '', ...rest] = observation.text.trim().split('\n');
  if (!first.startsWith('dict')) return 'pd.json_normalize(data)';
  const entries = rest
    .map((line) => /^(['"].*['"]) (\w+) (\d+)?/.exec(line))
    .flatMap((match) =>
      match ? [{ key: match[1] ?? '', type: match[2], length: Number(match[3] ?? 0) }] : [],
    );
  const lists = entries.filter((entry) => entry.type === 'list');
  const sameLength = lists.every((entry) => entry.length === lists[0]?.length);
  if (lists.length > 1 && lists.length === entries.length && sameLength) return 'pd.DataFrame(data)';
  const longest = lists.toSorted((left, right) => right.length - left.length)[0];
  if (longest) return `pd.json_normalize(data[${longest.key}])`;
  if (entries.length > 1 && entries.every((entry) => entry.type === 'dict')) {
    return 'pd.json_normalize([{"key": key, **value} for key, value in data.items()])';
  }
  return 'pd.json_normalize(data)';
}
