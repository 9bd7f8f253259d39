/** Which of several files a question is about: the one it names, else the one whose columns it names. */
import type { Run, Session } from '../../session/session.ts';
import type { Analysis } from './analysis.ts';
import { code, listWords } from './format.ts';
import { isDataFile } from './load.ts';
import { findMentions } from './match-columns.ts';
import { observeCell, observeRun } from './observe.ts';
import { quoteAll } from './python.ts';
import { type Replay, replay } from './replay.ts';
import { readNameWords, readWords } from './words.ts';

export interface ChosenFile {
  readonly file: string | null;
  /** Says which of several files was taken; empty when there was no choice. */
  readonly notes: readonly string[];
}

const MAX_FILES = 12;
/** Worth of a file's name in the question when the word names one of its columns, too. */
const ALSO_COLUMN = 0.5;
const MARK = 'headers = []';

/** Looks at the headers, once a session, only when nothing else decides. */
export function* chooseFile(session: Session, run: Run): Analysis<ChosenFile> {
  const known = session.files.map(({ name }) => name).filter(isDataFile);
  const attached = run.task.files.filter(isDataFile);
  const candidates = (attached.length > 0 ? attached : known.toReversed()).slice(0, MAX_FILES);
  const text = run.task.text.toLowerCase();
  const named = [...candidates, ...known].find((name) => text.includes(bareName(name).toLowerCase()));
  if (named !== undefined) return note(named, candidates);
  const fallback = attached[0] ?? lastFile(session, run) ?? candidates[0] ?? null;
  if (fallback === null || candidates.length < 2) return { file: fallback, notes: [] };
  const source = writeHeaders(candidates.toSorted());
  const seen = findShown(session, run, source);
  const shown =
    seen ??
    (yield {
      say: 'There are several files, so I look which of them has the columns in question.',
      code: source,
    }).text;
  return note(chooseByHeader(run.task.text, shown, fallback), candidates);
}

/** What a run that has started chose, and how many of its cells that took. */
export function replayChoice(session: Session, run: Run): Replay<ChosenFile> {
  return replay(chooseFile(session, run), observeRun(session, run));
}

export function isHeaderCell(source: string): boolean {
  return source.includes(MARK);
}

function note(file: string, candidates: readonly string[]): ChosenFile {
  const others = candidates.filter((name) => name !== file).map(code);
  if (others.length === 0) return { file, notes: [] };
  return { file, notes: [`I used ${code(file)}; also there: ${listWords(others)}.`] };
}

function bareName(name: string): string {
  return name.split('/').at(-1) ?? name;
}

/** The file the run before this one was about. */
function lastFile(session: Session, run: Run): string | null {
  const before = session.runs[session.runs.indexOf(run) - 1];
  if (!before) return null;
  const choice = replayChoice(session, before);
  return choice.state === 'done' ? choice.result.file : null;
}

function writeHeaders(files: readonly string[]): string {
  return [
    'import json',
    'import pandas as pd\n',
    MARK,
    `for name in ${quoteAll(files)}:`,
    '    try:',
    '        if name.endswith((".xlsx", ".xls", ".xlsm", ".ods")):',
    '            sheets = pd.read_excel(name, sheet_name=None, nrows=0)',
    '            header = [str(part) for sheet in sheets for part in [sheet, *sheets[sheet].columns]]',
    '        elif name.endswith((".json", ".jsonl", ".ndjson")):',
    '            header = list(map(str, pd.read_json(name, lines=not name.endswith(".json")).columns))',
    '        elif name.endswith((".parquet", ".feather")):',
    '            header = list(map(str, (pd.read_parquet if name.endswith("t") else pd.read_feather)(name).columns))',
    '        else:',
    '            header = list(map(str, pd.read_csv(name, nrows=0, sep=None, engine="python", encoding_errors="replace").columns))',
    '    except Exception:',
    '        header = []',
    '    headers.append([name, header])',
    'print(json.dumps(headers))',
  ].join('\n');
}

/** What the same cell showed in an earlier run. */
function findShown(session: Session, run: Run, source: string): string | null {
  const earlier = new Set(session.runs.slice(0, session.runs.indexOf(run)).map(({ id }) => id));
  const cell = session.cells.find(
    (each) =>
      each.status === 'ok' && each.runId !== null && earlier.has(each.runId) && each.source.trim() === source,
  );
  return cell ? observeCell(cell).text : null;
}

function chooseByHeader(question: string, shown: string, fallback: string): string {
  const words = readWords(question);
  const score = ({ name, header }: Header) => {
    const columns = header.map(toColumn);
    const mentions = findMentions(words, columns);
    const fits = mentions.reduce((sum, mention) => sum + mention.score, 0);
    const stems = readNameWords(bareName(name).replace(/\.\w+$/, '')).map(({ stem }) => stem);
    const inName = words.flatMap(({ stem }, at) => (stem.length > 2 && stems.includes(stem) ? [at] : []));
    // A word that names a column, too, says less about the file than another column would.
    const isColumn = inName.every((at) => mentions.some((mention) => mention.at.includes(at)));
    return fits + (inName.length === 0 ? 0 : isColumn ? ALSO_COLUMN : 1);
  };
  const headers = readHeaders(shown);
  const scores = headers.map((header) => ({ name: header.name, score: score(header) }));
  const [best] = scores.toSorted((left, right) => right.score - left.score);
  const base = scores.find(({ name }) => name === fallback)?.score ?? 0;
  return best && best.score > base ? best.name : fallback;
}

interface Header {
  name: string;
  header: string[];
}

function toColumn(name: string) {
  return { name, kind: 'text', integer: false, missing: 0, unique: 0, examples: [], span: null } as const;
}

function readHeaders(shown: string): Header[] {
  const parsed: unknown = JSON.parse(/^\[\[.*\]\]$/m.exec(shown)?.[0] ?? '[]');
  if (!Array.isArray(parsed)) return [];
  return parsed.flatMap((entry: unknown) => {
    const [name, header] = Array.isArray(entry) ? entry : [];
    return typeof name === 'string' && Array.isArray(header) ? [{ name, header: header.map(String) }] : [];
  });
}
