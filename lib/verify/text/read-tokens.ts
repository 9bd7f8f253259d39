/**
 * A line of output as tokens: numbers, parts that no two runs share, and the text between. Patterns are narrow on purpose:
 * what they do not match is compared as it is.
 */
import type { AsideKind } from '../../protocol/verification/verification.ts';
import { MOMENT, TIME_OF_DAY } from './moment-pattern.ts';

type TokenKind = AsideKind | 'number' | 'path' | 'text';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** A duration in milliseconds, as far as it has a unit that is known. */
  readonly durationMs?: number;
  /** It counts as put aside only if clean runs are not equal here. */
  readonly needsProof?: boolean;
}

interface Span extends Token {
  readonly at: number;
}

const DURATION = String.raw`\d+(?:\.\d+)?(?:e[+-]?\d+)? ?(?:ns|µs|μs|us|ms|s|min|h)(?: \d+(?:\.\d+)? ?(?:min|s|ms))*`;
const TEMPORARY_FOLDER = String.raw`(?:/tmp|/var/tmp|/var/folders/[\w+]+/[\w+]+/T)`;

interface Pattern {
  readonly kind: AsideKind | 'path' | 'number';
  /** Where it has groups, they are the tokens. */
  readonly pattern: RegExp;
  readonly needsProof?: boolean;
}

/** Earlier ones take their characters first. */
const PATTERNS: readonly Pattern[] = [
  // What IPython's %time and %timeit write, whole lines only.
  {
    kind: 'duration',
    pattern: new RegExp(
      `^CPU times: (?:user (${DURATION}), sys: (${DURATION}), )?total: (${DURATION})\\s*$`,
      'dg',
    ),
  },
  { kind: 'duration', pattern: new RegExp(`^(?:Wall time|Compiler) ?: (${DURATION})\\s*$`, 'dg') },
  {
    kind: 'duration',
    pattern: new RegExp(
      `^(${DURATION}) ± (${DURATION}) per loop \\(mean ± std\\. dev\\. of \\d+ runs?, ([\\d,]+) loops? each\\)\\s*$`,
      'dg',
    ),
  },
  // tqdm: the drawn bar, the times, and the rate. Percent, counts, and what the code adds are compared.
  {
    kind: 'progress',
    pattern:
      /(?<!\d)\d+%\|([^|\n]{0,200})\| *[\d.]+[kMG]?\/[\d.]+[kMG]? \[([\d:]+<[\d:?]+), *([\d.?]+ ?(?:[kMGT]?\w{1,12}\/s|s\/\w{1,12}))/dg,
  },
  // Keras: `- 3s 2ms/step`.
  {
    kind: 'progress',
    pattern: /(?<!\d)\d+\/\d+ [^\n]{0,80}?(\d+s \d+(?:us|µs|ms|s)\/(?:step|epoch|sample))/dg,
  },
  // Addresses count only in the representation of an object.
  {
    kind: 'address',
    pattern: /(?<=<[^\n]{1,300}\bat )0x[\da-fA-F]{6,16}(?=>|, file ")/dg,
  },
  {
    kind: 'temporary-path',
    pattern: /(?<![\w/.])(?:\/[\w.+-]+){0,8}\/ipykernel_\d+\/\d+\.py\b/dg,
  },
  {
    kind: 'temporary-path',
    pattern: new RegExp(`(?<![\\w/.])${TEMPORARY_FOLDER}/tmp[a-z0-9_]{8}(?!\\w)`, 'dg'),
    needsProof: true,
  },
  { kind: 'warning-line', pattern: /(?<=\.py:)\d+(?=: \w*Warning\b)/dg },
  {
    kind: 'timestamp',
    pattern: MOMENT,
  },
  { kind: 'timestamp', pattern: /\bdatetime\(\d{4}(?:, \d{1,2}){4,5}(?:, \d{1,6})?\)/dg },
  {
    kind: 'duration',
    pattern:
      /\b(?:took|elapsed|elapsed time|time taken|time elapsed|runtime|run time|execution time|training time|fit time|total time|(?:finished|done|completed|executed|processed|trained|fitted|loaded|ran) in)\b {0,3}(?:was|is|of|:|=)? {0,3}(\d+(?:\.\d+)?(?:e[+-]?\d+)?(?: ?(?:ns|µs|μs|us|ms|seconds|second|secs|sec|s|minutes|minute|min)\b)?)(?![\w.%])/dgi,
    needsProof: true,
  },
  { kind: 'timestamp', pattern: TIME_OF_DAY, needsProof: true },
  { kind: 'path', pattern: /(?<![\w.:/<])\/[\w@+-][\w.@+-]*(?:\/[\w.@+-]+)*/dg },
  {
    kind: 'number',
    // With commas between thousands, as long as they cannot be those of a list.
    pattern:
      /(?<![\w.])[+-]?(?:(?:(?<![,[])\d{1,3}(?:,\d{3})+(?![\d,\]])(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|nan|NaN|inf)(?!\w)/dg,
  },
];

/** Longer lines hold data, and are compared as they are. */
const MAX_LINE = 20_000;

export function readTokens(line: string): Token[] {
  if (line.length > MAX_LINE) return [{ kind: 'text', text: line }];
  const spans: Span[] = [];
  const taken = new Uint8Array(line.length);
  for (const { kind, pattern, needsProof } of PATTERNS) {
    for (const match of line.matchAll(pattern)) {
      for (const [at, end] of listGroups(match)) {
        if (taken.subarray(at, end).includes(1)) continue;
        taken.fill(1, at, end);
        const text = line.slice(at, end);
        const extra = kind === 'duration' ? { durationMs: readDuration(text) } : {};
        spans.push({ kind, text, at, ...extra, ...(needsProof ? { needsProof } : {}) });
      }
    }
  }
  return fillGaps(line, spans);
}

function listGroups(match: RegExpExecArray | RegExpMatchArray): [number, number][] {
  const [whole, ...groups] = match.indices ?? [];
  const parts = groups.length > 0 ? groups : [whole];
  return parts.flatMap((part) => (part ? [part] : []));
}

function fillGaps(line: string, spans: Span[]): Token[] {
  const tokens: Token[] = [];
  let next = 0;
  for (const { at, ...token } of spans.toSorted((a, b) => a.at - b.at)) {
    if (at > next) tokens.push({ kind: 'text', text: line.slice(next, at) });
    tokens.push(token);
    next = at + token.text.length;
  }
  if (next < line.length || tokens.length === 0) tokens.push({ kind: 'text', text: line.slice(next) });
  return tokens;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
};

/** Reads a duration; a number without a unit is in seconds. */
function readDuration(text: string): number {
  let total = 0;
  for (const [, value, unit = 's'] of text.matchAll(/([\d.]+(?:e[+-]?\d+)?) ?([a-zµμ]+)?/gi)) {
    const short = unit
      .toLowerCase()
      .replace(/^sec\w*$/, 's')
      .replace(/^min\w*$/, 'min');
    total += Number(value) * (UNIT_MS[short] ?? 1000);
  }
  return total;
}
