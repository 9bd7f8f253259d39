/** A verification as text for a terminal: one line a cell, and what it found below. */
import type {
  CellVerdict,
  CellVerification,
  Verification,
} from '../../lib/protocol/verification/verification.ts';
import { OUTCOME_WORDS, VERDICT_WORDS } from '../../lib/protocol/verification/verification-words.ts';
import { pluralize } from '../../lib/util/pluralize.ts';
import { toHarmless } from './to-harmless.ts';

/** How many are listed for a cell; `--json` has more. */
const MAX_DIFFERENCES = 5;
const MAX_ASIDES = 10;

export interface DescribeOptions {
  /** Lists what the comparison put aside. */
  showsAside: boolean;
}

/** Ends with a line break. What outputs say cannot command the terminal. */
export function describeVerification(verification: Verification, { showsAside }: DescribeOptions): string {
  const { cells } = verification;
  const width = Math.max(0, ...cells.map(({ verdict }) => VERDICT_WORDS[verdict].length));
  const lines = cells.flatMap((cell) => [toTitle(cell, width), ...toDetails(cell, showsAside)]);
  return toHarmless(`${[...lines, toSummary(verification)].join('\n')}\n`);
}

function toTitle({ cell, verdict, asideCount, reason }: CellVerification, width: number): string {
  const aside = asideCount > 0 ? `${asideCount} put aside` : '';
  const note = [onOneLine(reason ?? ''), aside].filter(Boolean).join(' · ');
  return `cell ${String(cell).padEnd(4)} ${VERDICT_WORDS[verdict].padEnd(width)}  ${note}`.trimEnd();
}

function toDetails(
  { differences, differenceCount, aside, asideCount }: CellVerification,
  showsAside: boolean,
) {
  const shown = differences.slice(0, MAX_DIFFERENCES);
  const left = differenceCount - shown.length;
  const asides = showsAside ? aside.slice(0, MAX_ASIDES) : [];
  return [
    ...shown.map(({ place, text }) => `    ${onOneLine(place)}: ${onOneLine(text)}`),
    ...(left > 0 ? [`    and ${pluralize(left, 'other difference')}`] : []),
    ...asides.map(
      ({ kind, place, notebook, here }) =>
        `    put aside (${kind}) ${onOneLine(place)}: ${onOneLine(notebook)}, here ${onOneLine(here)}`,
    ),
    ...(showsAside && asideCount > asides.length
      ? [`    and ${asideCount - asides.length} more put aside`]
      : []),
  ];
}

/** A line of an output must not look like a line of the report. */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The outcome of a verification and its counts, on one line. */
export function describeOutcome({ cells, counts, outcome, durationMs }: Verification): string {
  const others = Object.entries(VERDICT_WORDS).flatMap(([verdict, word]) => {
    const count = counts[verdict as CellVerdict];
    return verdict !== 'same' && count > 0 ? [`${count} ${word}`] : [];
  });
  const total = pluralize(cells.length, 'cell');
  const facts = [`${counts.same} of ${total} the same`, ...others, `${(durationMs / 1000).toFixed(1)} s`];
  return `${OUTCOME_WORDS[outcome]} · ${facts.join(' · ')}`;
}

function toSummary(verification: Verification): string {
  const { runs, kernel, files } = verification;
  const language = kernel.language === 'python' ? 'Python' : kernel.language;
  const how = [
    [
      `${language} ${kernel.version}`,
      ...kernel.packages.map(({ name, version }) => `${name} ${version}`),
    ].join(', '),
    pluralize(runs, 'clean run'),
    pluralize(files.length, 'file'),
    ...(kernel.isolation.startsWith('box') ? [] : ['without isolation']),
  ];
  return `\n${describeOutcome(verification)}\n${how.join(' · ')}`;
}
