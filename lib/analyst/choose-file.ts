/** Which of several files a question is about: the one it names, else the one whose columns it names. */
import type { Run, Session } from '../session/session.ts';
import type { Analysis } from './analysis.ts';
import { findRowVerbs } from './find-row-verbs.ts';
import { code, listWords } from './format.ts';
import { isDataFile } from './load.ts';
import { findMentions, type Mention } from './match-columns.ts';
import { observeCell, observeRun } from './observe.ts';
import { quoteAll } from './python-literals.ts';
import { readAggregates } from './read-cues.ts';
import { type Replay, replay } from './replay.ts';
import { readNameWords, readWords, STOP_WORDS, type Word } from './words.ts';

export interface ChosenFile {
  readonly file: string | null;
  /** Says which of several files was taken; empty when there was no choice. */
  readonly notes: readonly string[];
  /** Why no single file can answer; null when one may. */
  readonly doubt: string | null;
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
  if (known.length > 1 && SEVERAL.test(text))
    return { file: candidates[0] ?? null, notes: [], doubt: explainOne(known) };
  const named = [...candidates, ...known].find((name) => text.includes(bareName(name).toLowerCase()));
  if (named !== undefined) return note(named, candidates);
  const fallback = attached[0] ?? lastFile(session, run) ?? candidates[0] ?? null;
  if (fallback === null || candidates.length < 2) return { file: fallback, notes: [], doubt: null };
  const source = writeHeaders(candidates.toSorted());
  const seen = findShown(session, run, source);
  const shown =
    seen ??
    (yield {
      say: 'There are several files, so I look which of them has the columns in question.',
      code: source,
    }).text;
  const headers = readHeaders(shown);
  const file = chooseByHeader(run.task.text, headers, fallback);
  return { ...note(file, candidates), doubt: explainApart(run.task.text, headers, file) };
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
  const notes = others.length === 0 ? [] : [`I used ${code(file)}; also available: ${listWords(others)}.`];
  return { file, notes, doubt: null };
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

function chooseByHeader(question: string, headers: readonly Header[], fallback: string): string {
  const words = readWords(question);
  const score = ({ name, header }: Header) => {
    const columns = header.map(toColumn);
    const mentions = findMentions(words, columns);
    const fits = mentions
      .filter((mention) => !isOfCalendar(words, mention))
      .reduce((sum, mention) => sum + mention.score, 0);
    const stems = readNameWords(bareName(name).replace(/\.\w+$/, '')).map(({ stem }) => stem);
    const nouns = words.flatMap(({ stem }, at) => (stem.length > 2 && stems.includes(stem) ? [at] : []));
    const inName = [...nouns, ...findRowVerbs(words, bareName(name))];
    // A word that names a column, too, says less about the file than another column would.
    const isColumn = inName.every((at) => mentions.some((mention) => mention.at.includes(at)));
    return fits + (inName.length === 0 ? 0 : isColumn ? ALSO_COLUMN : 1);
  };
  const scores = headers.map((header) => ({ name: header.name, score: score(header) }));
  const [best] = scores.toSorted((left, right) => right.score - left.score);
  const base = scores.find(({ name }) => name === fallback)?.score ?? 0;
  return best && best.score > base ? best.name : fallback;
}

/** "By year" is also asked of a date: a `Year installed` elsewhere says nothing. */
function isOfCalendar(words: readonly Word[], { at, column }: Mention): boolean {
  const isGrain = at.every((index) =>
    /^(years?|quarters?|months?|weeks?|days?|hours?|dates?|(year|month|week|dai)ly)$/.test(
      words[index]?.lower ?? '',
    ),
  );
  return isGrain && readNameWords(column.name).length > at.length;
}

/** "The most honey by breed", where no file has both: one alone would answer another question. */
function explainApart(question: string, headers: readonly Header[], file: string): string | null {
  const words = readWords(question);
  const own = headers.find(({ name }) => name === file);
  const [mine, ...others] = [own, ...headers.filter((header) => header !== own)].map((header) => ({
    name: header?.name ?? '',
    header: header?.header ?? [],
    mentions: findMentions(words, (header?.header ?? []).map(toColumn)).filter(
      (mention) =>
        mention.literal && mention.at.some((at) => isTelling(words[at])) && !isOfCalendar(words, mention),
    ),
  }));
  const known = new Set(mine?.mentions.flatMap(({ at }) => at));
  const [held] = mine?.mentions ?? [];
  for (const { name, header, mentions } of others) {
    const apart = mentions.find(({ at }) => !at.some((index) => known.has(index)));
    if (!apart || !held) continue;
    const shared = header.find((column) => mine?.header.includes(column));
    const both = `pd.merge(pd.read_csv("${file}"), pd.read_csv("${name}")${shared ? `, on="${shared}"` : ''})`;
    return `${code(held.column.name)} is in ${code(file)} and ${code(apart.column.name)} in ${code(name)}: I read one file at a time. A cell of your own can join them, as ${code(both)} does.`;
  }
  return null;
}

/** Not "total" or "number", which may also be the name of a column. */
function isTelling(word: Word | undefined): boolean {
  return (
    word !== undefined &&
    word.lower.length > 2 &&
    !STOP_WORDS.has(word.lower) &&
    readAggregates([word]).length === 0 &&
    !/^(name|value|amount|count|type|most|least|highest|lowest)$/.test(word.lower)
  );
}

const SEVERAL =
  /\b(join|merge|combine)(s|d|ing)?\b.*\b(files?|tables?|with|and)\b|\b(each|both|all|every|two|the) (of the )?(files|tables|datasets)\b|\b(each|every) (file|table|dataset)\b/;

function explainOne(files: readonly string[]): string {
  return `I read one file at a time, and there are ${listWords(files.map(code))}: name the one you mean. A cell of your own can read several.`;
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
