/** A verification as annotations of GitHub's Checks API, which continuous integration shows at the lines of the notebook file. */
import type { CellVerification, Verification } from '../../lib/protocol/verification/verification.ts';
import { OUTCOME_WORDS, VERDICT_WORDS } from '../../lib/protocol/verification/verification-words.ts';

/** https://docs.github.com/rest/checks/runs, `output.annotations`. */
export interface Annotation {
  path: string;
  /** From 1. */
  start_line: number;
  end_line: number;
  annotation_level: 'notice' | 'warning' | 'failure';
  title: string;
  message: string;
}

interface AnnotatedFile {
  /** As it is to be shown, with `/`. */
  path: string;
  /** What the file contains. */
  text: string;
  /** Whether cells that vary are fine. */
  allowVarying: boolean;
}

const MAX_DIFFERENCES = 5;

/** One for each cell that is not the same, in the order of the cells; or one of the file if it has no code. */
export function toAnnotations({ outcome, cells }: Verification, file: AnnotatedFile): Annotation[] {
  if (outcome === 'no-code') return [annotateFile(file.path, OUTCOME_WORDS[outcome], NO_CODE)];
  const lines = findCellLines(file.text);
  return cells
    .filter(({ verdict }) => verdict !== 'same')
    .map((cell) => {
      const { start, end } = lines[cell.cell - 1] ?? { start: 1, end: 1 };
      return {
        path: file.path,
        start_line: start,
        end_line: end,
        annotation_level: toLevel(cell, file.allowVarying),
        title: `Cell ${cell.cell}: ${VERDICT_WORDS[cell.verdict]}`,
        message: toMessage(cell),
      };
    });
}

const NO_CODE = 'The notebook has no cells of code.';

/** A failure of the file as a whole, such as one that cannot be read. */
export function annotateFile(path: string, title: string, message: string): Annotation {
  return { path, start_line: 1, end_line: 1, annotation_level: 'failure', title, message };
}

/** As the runner of a GitHub workflow reads it: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands. */
export function toWorkflowCommand(annotation: Annotation): string {
  const { path, start_line, end_line, annotation_level, title, message } = annotation;
  const command = annotation_level === 'failure' ? 'error' : annotation_level;
  const place = `file=${escapeProperty(path)},line=${start_line},endLine=${end_line}`;
  return `::${command} ${place},title=${escapeProperty(title)}::${escapeData(message)}`;
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The lines, from 1, on which the objects of the top-level array `cells` begin and end in the text of a notebook file. */
export function findCellLines(text: string): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  /** The opening brackets around the present place. */
  const open: string[] = [];
  let line = 1;
  let start = 1;
  /** The last string at the top level, which is the name of what follows. */
  let name = '';
  // Strings, brackets, and line breaks: nothing else of JSON matters here.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|\n/g)) {
    if (token === '\n') line += 1;
    else if (token.startsWith('"')) {
      if (open.length === 1) name = token;
    } else if (token === '{' || token === '[') {
      open.push(token);
      if (isCell(open, name)) start = line;
    } else {
      if (isCell(open, name)) lines.push({ start, end: line });
      open.pop();
    }
  }
  return lines;
}

function isCell(open: readonly string[], name: string): boolean {
  return name === '"cells"' && open.join('') === '{[{';
}

/** What makes the exit code another than 0 is a failure. */
function toLevel({ verdict }: CellVerification, allowVarying: boolean): Annotation['annotation_level'] {
  return verdict === 'varies' && allowVarying ? 'notice' : 'failure';
}

function toMessage({ reason, differences, differenceCount, verdict, causes = [] }: CellVerification): string {
  const shown = differences.slice(0, MAX_DIFFERENCES);
  const left = differenceCount - shown.length;
  const lines = [
    ...(reason === undefined ? [] : [reason]),
    ...(causes.length > 0 ? [`It varies by: ${causes.join(', ')}.`] : []),
    ...shown.map(({ place, text }) => `${place}: ${text}`),
    ...(left > 0 ? [`and ${left} more`] : []),
  ];
  // The API refuses an empty one.
  return lines.join('\n') || `The clean run: ${VERDICT_WORDS[verdict]}.`;
}
