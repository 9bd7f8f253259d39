/** Reads the file into `df`, trying again when an error or the look of the table says the reading was wrong. */
import type { Analysis, Observation } from './analysis.ts';
import { loadJson } from './load-json.ts';
import { loadWorkbook } from './load-workbook.ts';
import { explainLoadFailure, type Loaded, readShape, SHOW_HEAD } from './loaded.ts';
import { joinLines, quote } from './python-literals.ts';
import { sniffDelimited } from './sniff-delimited.ts';

const MAX_ATTEMPTS = 5;

/** Loads a workspace file. Throws GiveUp in words for the user when it cannot. */
export function* loadFile(file: string, questionText: string): Analysis<Loaded> {
  const extension = fileExtension(file);
  if (['xlsx', 'xls', 'xlsm', 'ods'].includes(extension)) return yield* loadWorkbook(file, questionText);
  if (['json', 'jsonl', 'ndjson'].includes(extension)) return yield* loadJson(file, extension !== 'json');
  if (extension === 'parquet' || extension === 'feather') return yield* loadBinary(file, extension);
  return yield* loadDelimited(file, extension);
}

/** Extension in lower case, seen through a compression suffix. */
export function fileExtension(file: string): string {
  const bare = file.toLowerCase().replace(/\.(gz|zip|bz2|xz|zst)$/, '');
  return bare.includes('.') ? bare.slice(bare.lastIndexOf('.') + 1) : '';
}

export function isDataFile(file: string): boolean {
  return /^(csv|tsv|tab|txt|dat|json|jsonl|ndjson|xlsx|xls|xlsm|ods|parquet|feather)$/.test(
    fileExtension(file),
  );
}

function* loadBinary(file: string, format: 'parquet' | 'feather'): Analysis<Loaded> {
  const observation = yield {
    say: `I'll start by loading \`${file}\` and looking at its first rows.`,
    code: `import pandas as pd\n\ndf = pd.read_${format}(${quote(file)})\n${SHOW_HEAD}`,
  };
  if (!observation.ok) throw explainLoadFailure(file, observation);
  return readShape(observation, []);
}

interface DelimitedOptions {
  sep?: string;
  encoding?: string;
  decimal?: string;
  skiprows?: number;
  skipBadLines?: boolean;
}

function* loadDelimited(file: string, extension: string): Analysis<Loaded> {
  let options: DelimitedOptions = extension === 'tsv' || extension === 'tab' ? { sep: '\t' } : {};
  let say = `I'll start by loading \`${file}\` and looking at its first rows.`;
  let looked = false;
  const notes: string[] = [];
  for (let attempt = 1; ; attempt++) {
    const observation = yield { say, code: writeReadCsv(file, options) };
    if (observation.ok && (looked || !looksMisread(observation))) return readShape(observation, notes);
    if (attempt >= MAX_ATTEMPTS) throw explainLoadFailure(file, observation);
    const encoding = otherEncoding(observation, options.encoding);
    if (encoding) {
      options = { ...options, encoding };
      say = `The file is not UTF-8, so I read it as ${encoding}.`;
    } else if (!looked && (observation.ok || observation.errorName === 'ParserError')) {
      looked = true;
      options = { ...options, ...(yield* lookAtLines(file, options.encoding, observation)) };
      say = 'I read it again with the separator and number format the raw lines show.';
    } else if (observation.errorName === 'ParserError' && !options.skipBadLines) {
      options = { ...options, skipBadLines: true };
      say = 'Some lines have more fields than the header; I leave those out.';
      notes.push('Lines with more fields than the header were left out.');
    } else {
      throw explainLoadFailure(file, observation);
    }
  }
}

/** Many rows in one column, or columns without a name, mean that the separator or the header line is wrong. */
function looksMisread(observation: Observation): boolean {
  const table = observation.tables.at(-1);
  if (!table) return false;
  const unnamed = table.columns.filter((name) => /^Unnamed: [1-9]/.test(name)).length;
  if (table.columns.length === 1) return /[;|\t]|\\t/.test(table.columns[0] ?? '');
  return unnamed * 2 >= table.columns.length || table.columns.some((name) => name.split(';').length > 2);
}

function otherEncoding(observation: Observation, tried: string | undefined): string | null {
  if (!/^Unicode(Decode)?Error$/.test(observation.errorName ?? '')) return null;
  if (tried === undefined && /byte 0xf[ef] in position 0/.test(observation.errorMessage)) return 'utf-16';
  if (tried === undefined) return 'cp1252';
  return tried === 'cp1252' ? 'latin-1' : null;
}

function* lookAtLines(
  file: string,
  encoding: string | undefined,
  before: Observation,
): Analysis<DelimitedOptions> {
  const observation = yield {
    say: before.ok
      ? 'That does not look like a proper table yet. I look at the raw lines.'
      : 'The lines do not all have the same number of fields. I look at the raw text.',
    code: joinLines(
      `with open(${quote(file)}, encoding=${quote(encoding ?? 'utf-8')}, errors="replace") as file:`,
      '    for _, line in zip(range(12), file):',
      '        print(line, end="")',
    ),
  };
  return observation.ok ? sniffDelimited(observation.text) : {};
}

function writeReadCsv(file: string, options: DelimitedOptions): string {
  const args = [
    quote(file),
    ...(['sep', 'encoding', 'decimal'] as const).flatMap((key) => {
      const value = options[key];
      return value === undefined ? [] : [`${key}=${quote(value)}`];
    }),
    ...(options.skiprows ? [`skiprows=${options.skiprows}`] : []),
    ...(options.skipBadLines ? ['on_bad_lines="skip"'] : []),
  ];
  return `import pandas as pd\n\ndf = pd.read_csv(${args.join(', ')})\n${SHOW_HEAD}`;
}
