/** Text as a program prints it, line by line and token by token. */
import { toPlainText } from '../../notebook/to-plain-text.ts';
import { pluralize } from '../../util/pluralize.ts';
import {
  type CompareContext,
  type Comparison,
  type Difference,
  differ,
  join,
  putAside,
  quote,
  SAME,
} from '../finding/comparison.ts';
import { isOwnPid, listWithHost } from '../finding/own-machine.ts';
import { isRunTime } from './is-run-time.ts';
import { isSameForm } from './moment-pattern.ts';
import { readTokens, type Token } from './read-tokens.ts';
import { readWord, toTokenLine, type Word } from './read-word.ts';
import { isRounding, isSameFraction } from './same-number.ts';

/** Numbers in brackets as Python and NumPy write them. */
const ARRAY =
  /^(?:array\()?\[(?:[\s\d.,+[\]-]|e[+-]|nan|inf|True|False)*\](?:,\s+(?:dtype|shape)=[^\n]{1,40})?\)?\s*$/;
/** Longer ones are compared as they are wrapped. */
const MAX_ARRAY_LENGTH = 20_000;

export function compareText(
  notebook: string,
  here: string,
  place: string,
  context: CompareContext,
): Comparison {
  if (notebook === here) return SAME;
  const [was, is] = [toPlainText(notebook), toPlainText(here)];
  const arrays = compareArrays(was, is, `${place}, array`, context);
  if (arrays) return arrays;
  const left = was.split('\n');
  const right = is.split('\n');
  if (left.length !== right.length) return compareCounts(left, right, place);
  const unequal = left.filter((line, index) => line !== right[index]).length;
  if (unequal > MAX_LINES) return compareCounts(left, right, place);
  const lines = join(
    allowForFormat(
      left.map((line, index) => {
        const other = right[index] ?? '';
        return {
          // Lines of columns end at the same place.
          group: `${line.length} ${other.length}`,
          compare: (isReformatted) =>
            compareLine(line, other, `${place}, line ${index + 1}`, { ...context, isReformatted }),
        };
      }),
    ),
  );
  const isReordered = lines.differences.length > 1 && isPermutation(left, right);
  if (!isReordered) return lines;
  return differ({
    place: `${place}, order`,
    kind: 'order',
    text: `the same ${pluralize(countLines(left), 'line')} in another order`,
    notebook,
    here,
  });
}

/** What follows the last line break is a line only if there is something. */
function countLines(lines: readonly string[]): number {
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}

/** Null unless both are arrays of numbers and a value differs: the rules for lines decide then. */
function compareArrays(
  notebook: string,
  here: string,
  place: string,
  context: CompareContext,
): Comparison | null {
  const arrays = unwrapArrays(notebook, here);
  if (!arrays) return null;
  const compare = (isReformatted: boolean) => compareLine(...arrays, place, { ...context, isReformatted });
  const compared = join(allowForFormat([{ group: '', compare }]));
  return compared.differences.length > 0 ? compared : null;
}

/**
 * Two arrays of numbers, each on one line: where they are wrapped depends on how long their values are, so each value has the same
 * place in every run only without that. Null for other texts, and for the same values that are wrapped differently.
 */
function unwrapArrays(notebook: string, here: string): [string, string] | null {
  const isArray = (text: string) => text.length <= MAX_ARRAY_LENGTH && ARRAY.test(text);
  if (!isArray(notebook) || !isArray(here)) return null;
  const [left, right] = [unwrap(notebook), unwrap(here)];
  return left === right ? null : [left, right];
}

function unwrap(text: string): string {
  return text.trimEnd().replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
}

interface Formatted {
  /** What is formatted together has the same group. */
  group: string;
  compare: (isReformatted: boolean) => Comparison;
}

/**
 * Where one value of a group is another one, others are written differently beside it: columns are padded, decimals and exponents
 * added. A group is compared again if a value in it differs, and then such writing is taken for the same.
 */
export function allowForFormat(all: readonly Formatted[]): Comparison[] {
  const strict = all.map(({ compare }) => compare(false));
  const listGroups = (found: readonly Comparison[]) =>
    new Set(all.flatMap(({ group }, index) => (found[index]?.differences.some(isOfValue) ? [group] : [])));
  const groups = listGroups(strict);
  if (groups.size === 0) return strict;
  const loose = all.map(({ group, compare }, index) =>
    groups.has(group) ? compare(true) : (strict[index] ?? SAME),
  );
  const others = listGroups(loose);
  return strict.map((found, index) =>
    others.has(all[index]?.group ?? '') ? (loose[index] ?? found) : found,
  );
}

/** Whether what is around it is equal. */
function isOfValue({ place }: Difference): boolean {
  return /, part \d+$/.test(place);
}

/** If more lines are not equal, only the first is looked at. */
const MAX_LINES = 2_000;

function compareCounts(left: readonly string[], right: readonly string[], place: string): Comparison {
  const more = right.length - left.length;
  const count =
    more === 0 ? 'most lines' : `${pluralize(Math.abs(more), 'line')} ${more > 0 ? 'more' : 'fewer'}`;
  const first = left.findIndex((line, index) => line !== right[index]);
  const at = first < 0 ? left.length : first;
  const [was, is] = [left[at] ?? '', right[at] ?? ''];
  const example = was !== '' || is !== '' ? `; line ${at + 1}: ${quote(was)}, here ${quote(is)}` : '';
  const [notebook, here] = [left.join('\n'), right.join('\n')];
  return differ({ place: `${place}, lines`, kind: 'shape', text: `${count}${example}`, notebook, here });
}

export interface LineContext extends CompareContext {
  /** See {@link allowForFormat}. Default false. */
  isReformatted?: boolean;
  /** It is a value of a table: the time at which the cell ran is data there. Default false. */
  isValue?: boolean;
}

/** Two lines of text, or two texts that are not to be read as lines. */
export function compareLine(notebook: string, here: string, place: string, context: LineContext): Comparison {
  const found = compareParts(notebook, here, place, context);
  const isOfMachine = ({ differences }: Comparison) => differences.every(({ kind }) => kind === 'machine');
  if (!context.machine || isOfMachine(found)) return found;
  for (const text of listWithHost(notebook, here, context.machine)) {
    const others = compareParts(text, here, place, context);
    const said = { text: `${quote(notebook)}, here ${quote(here)}`, notebook, here };
    if (isOfMachine(others))
      return join([differ({ place: `${place}, host`, kind: 'machine', ...said }), others]);
  }
  return found;
}

function compareParts(notebook: string, here: string, place: string, context: LineContext): Comparison {
  if (notebook === here) return SAME;
  const left = readTokens(notebook);
  const right = readTokens(here);
  const isAlike =
    left.length === right.length && left.every(({ kind }, index) => kind === right[index]?.kind);
  const whole = () => compareWhole(notebook, here, place);
  if (!isAlike) return whole();
  const pairs = left.map((token, index) => ({ token, other: right[index] ?? token, index }));
  const isText = ({ token }: { token: Token }) => token.kind === 'text';
  const others = pairs.filter((pair) => !isText(pair) && pair.token.text !== pair.other.text);
  const [was, is] = [toTokenLine(notebook, left), toTokenLine(here, right)];
  const found = others.map(({ token, other, index }) => {
    const words = [readWord(was, index), readWord(is, index)] as const;
    const spot = `${place}, part ${index + 1}`;
    return { word: words[0].start, ...compareTokens(token, other, spot, { ...context, words }) };
  });
  // If values are not equal, or not equally long, columns are padded otherwise: the values tell, the blanks need not.
  const isOther = context.isReformatted || found.some(({ differences }) => differences.length > 0);
  const isLonger = found.some(({ asides }) =>
    asides.some((each) => each.notebook.length !== each.here.length),
  );
  const readPlain = isOther ? withoutPadding : isLonger ? collapse : (text: string) => text;
  const isSameText = pairs
    .filter(isText)
    .every(({ token, other }) => readPlain(token.text) === readPlain(other.text));
  if (!isSameText) return whole();
  const joined = join(markEchoes(found));
  const isSet = joined.differences.length > 0 && isSetOrder(notebook, here);
  const isReordered = joined.differences.length > 1 && isReorderedList(notebook, here);
  return isSet || isReordered ? whole() : joined;
}

/** Where several parts of a word differ, as in a date, the first says so. */
function markEchoes(found: readonly (Comparison & { word: number })[]): Comparison[] {
  const told = new Set<number>();
  return found.map((each) => {
    if (each.differences.length === 0) return each;
    if (told.has(each.word))
      return {
        ...each,
        differences: each.differences.map((difference) => ({ ...difference, isEcho: true })),
      };
    told.add(each.word);
    return each;
  });
}

function collapse(text: string): string {
  return text.replaceAll(/ +/g, ' ');
}

/** Text beside values: NumPy pads to the right, too, and a sign takes the place of a blank. */
function withoutPadding(text: string): string {
  return collapse(text).trim();
}

interface TokenContext extends LineContext {
  /** What the tokens are parts of. */
  words: readonly [Word, Word];
}

function compareTokens(token: Token, other: Token, place: string, context: TokenContext): Comparison {
  const { text: notebook, kind } = token;
  const here = other.text;
  const found = { place, ...sayWords(context.words), notebook, here };
  const difference = differ(found);
  if (kind === 'text') return difference;
  if (kind === 'number') {
    if (context.isReformatted && isSameFraction(notebook, here)) return SAME;
    if (context.machine && isOwnPid(notebook, here, context.machine))
      return differ({ ...found, kind: 'machine' });
    const kinds = { place, notebook, here, kind: 'rounding' } as const;
    return isRounding(notebook, here) ? putAside(kinds) : difference;
  }
  if (kind === 'path') {
    return isSameFolder(notebook, here, context.folder)
      ? putAside({ place, notebook, here, kind: 'folder' })
      : difference;
  }
  const isMoment = () => isRunTime(here, context) && isSameForm(notebook, here);
  if (kind === 'timestamp' && !isMoment()) return difference;
  if (kind === 'timestamp' && context.isValue) return differ({ ...found, kind: 'moment' });
  if (kind === 'duration' && other.needsProof && !isMeasured(other, context)) return difference;
  return putAside({ place, notebook, here, kind, needsProof: other.needsProof ?? false });
}

function sayWords([was, is]: readonly [Word, Word]): Pick<Difference, 'text' | 'words'> {
  const words = was.isUnclear || is.isUnclear ? null : ([was.text, is.text] as const);
  return { text: `${was.label}${was.label && ' '}${was.text}, here ${is.text}`, words };
}

/** Between two clocks that are read one after the other. */
const CLOCK_SLACK_MS = 50;

/** Code that reads no clock measures nothing, and nothing takes longer than all that ran. */
function isMeasured({ durationMs = 0 }: Token, { readsClock, elapsedMs }: CompareContext): boolean {
  return readsClock && durationMs <= elapsedMs + CLOCK_SLACK_MS;
}

/** The same path below the working directory, or below the packages of Python. */
function isSameFolder(notebook: string, here: string, folder: string): boolean {
  const isInside = here === folder || here.startsWith(`${folder}/`);
  if (isInside) return notebook.endsWith(here.slice(folder.length));
  const [, mine] = /\/(?:site|dist)-packages\/(.+)$/.exec(here) ?? [];
  const [, theirs] = /\/(?:site|dist)-packages\/(.+)$/.exec(notebook) ?? [];
  if (mine !== undefined) return mine === theirs;
  const [, library] = /\/lib\/python3\.\d+\/(.+)$/.exec(here) ?? [];
  return library !== undefined && library === /\/lib\/python3\.\d+\/(.+)$/.exec(notebook)?.[1];
}

function compareWhole(notebook: string, here: string, place: string): Comparison {
  const base = { place, notebook, here };
  if (isSetOrder(notebook, here)) {
    return differ({ ...base, kind: 'set-order', text: 'the same set in another order' });
  }
  if (isReorderedList(notebook, here)) {
    return differ({ ...base, kind: 'order', text: `the same items in another order: ${quote(here)}` });
  }
  return differ({ ...base, text: `${quote(notebook)}, here ${quote(here)}` });
}

const SET = /(?<=^|[^\w]|set\(|frozenset\()\{[^{}:]+\}/g;

/** Whether only the order in sets tells them apart. */
function isSetOrder(left: string, right: string): boolean {
  const [a, b] = [left.match(SET) ?? [], right.match(SET) ?? []];
  if (a.length === 0 || a.length !== b.length || left.replaceAll(SET, '') !== right.replaceAll(SET, ''))
    return false;
  return a.every((set, index) => set === b[index] || isPermutation(splitSet(set), splitSet(b[index] ?? '')));
}

/** What is between the commas of a written set, except those inside its items. */
function splitSet(set: string): string[] {
  const items: string[] = [''];
  let depth = 0;
  for (const part of set.slice(1, -1).match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\s\S]/g) ?? []) {
    if (/^[([]$/.test(part)) depth++;
    if (/^[)\]]$/.test(part)) depth--;
    if (part === ',' && depth === 0) items.push('');
    else items[items.length - 1] += part;
  }
  return items.map((item) => item.trim());
}

/** Items of a list, or of words, rather than values with their names. */
function isReorderedList(notebook: string, here: string): boolean {
  const [left, right] = [split(notebook), split(here)];
  if (!isPermutation(left, right)) return false;
  return /[[({]/.test(here) || left.some((item, index) => item !== right[index] && !/^[\d.+-]/.test(item));
}

/** Items of a written list: quoted texts stay whole. */
function split(line: string): string[] {
  return line.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s,;:{}()[\]]+/g) ?? [];
}

function isPermutation(left: readonly string[], right: readonly string[]): boolean {
  if (left.length < 2 || left.length !== right.length) return false;
  const [a, b] = [left.toSorted(), right.toSorted()];
  return a.every((item, index) => item === b[index]) && left.some((item, index) => item !== right[index]);
}
