/** Columns that look at other rows: running totals, changes, ranks, shares. */
import type { Rows } from '../query/query.ts';
import { kindOf, readKinds } from './column-kind.ts';
import { type Draft, type Frame, nameFrame, type Source } from './draft.ts';
import { writeCall, writeKeywords, writeText } from './python-code.ts';
import { dateCode, operand, writeGroups } from './write-value.ts';

type Window = Extract<Rows, { kind: 'window' }>;

/** `frame`: the rows of `window.of`, sorted as the window asks. */
export function writeWindow(draft: Draft, window: Window, frame: Frame): Frame {
  const source = nameFrame(draft, frame);
  const kinds = readKinds(window, draft.tables);
  const code = writeWindowColumn(window, source);
  const isMoving = window.window.kind === 'change' || window.window.kind === 'moving-average';
  if (
    isMoving &&
    window.within.length === 0 &&
    window.order &&
    kindOf(window.order, source.kinds).type === 'period'
  ) {
    draft.series = operand(window.order, source);
  }
  return {
    head: source.name,
    links: [writeCall('.assign', writeKeywords([[window.name, code]]))],
    kinds,
    title: source.name === frame.title ? `${source.name}_${window.name}` : source.name,
  };
}

function writeWindowColumn({ window, value, within }: Window, source: Source): string {
  const { call, transform, whole } = inGroups({ value, within }, source);
  switch (window.kind) {
    case 'running-total':
      return call('.cumsum()');
    case 'moving-average':
      return transform(`.rolling(${window.length}).mean()`);
    case 'change': {
      const offset = window.offset === 1 ? '' : String(window.offset);
      if (window.as === 'difference') return call(`.diff(${offset})`);
      // From nothing or less, a percentage says nothing.
      const guard = kindOf(value, source.kinds).mayBeZero ? '.where(lambda base: base > 0)' : '';
      return `${writePercent(call(`.diff(${offset})`))} / ${call(`.shift(${offset})`)}${guard}`;
    }
    case 'share': {
      const { mayBeZero } = kindOf(value, source.kinds);
      if (within.length === 0) {
        const total = `${whole}.sum()`;
        return `${writePercent(whole)} / ${mayBeZero ? `(${total} or float("nan"))` : total}`;
      }
      const totals = call('.transform("sum")');
      return `${writePercent(whole)} / ${totals}${mayBeZero ? '.replace(0, float("nan"))' : ''}`;
    }
  }
}

/** Before it is divided: 7 of 100 is 7 %, while 7 / 100 * 100 is a little more. */
function writePercent(part: string): string {
  return `100 * ${part}`;
}

/** How methods are called on the value: for all rows, or apart for each group. */
function inGroups({ value, within }: Pick<Window, 'value' | 'within'>, source: Source) {
  const isPeriod = kindOf(value, source.kinds).type === 'period';
  const whole = isPeriod ? dateCode(value, source) : operand(value, source);
  if (within.length === 0) {
    const call = (method: string) => `${whole}${method}`;
    return { whole, call, transform: call };
  }
  const isColumn = value.kind === 'column' && !isPeriod;
  const groups = isColumn ? `${writeGroups(within, source)}[${writeText(value.name)}]` : null;
  const keys = within.map((key) => operand(key, source));
  const grouped = groups ?? `${whole}.groupby([${keys.join(', ')}])`;
  return {
    whole,
    call: (method: string) => `${grouped}${method}`,
    transform: (method: string) => `${grouped}.transform(lambda values: values${method})`,
  };
}
