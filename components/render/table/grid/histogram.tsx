import { useState } from 'react';
import type { ColumnFacts } from '../source/table-source.ts';
import styles from './histogram.module.css';

const HEIGHT = 20;
/** A bar that stands for something is seen. */
const MIN_BAR = 1.5;
const MAX_TOP = 3;

/** How the values of a column are spread: bars of numbers and dates, else the shares of the most frequent values. */
export function Histogram({ facts }: { facts: ColumnFacts }) {
  if (facts.bars && facts.bars.length > 1) return <Bars bars={facts.bars} />;
  return <Shares facts={facts} />;
}

/** One shape until the pointer is on it; then bars that say what they stand for. */
function Bars({ bars }: { bars: NonNullable<ColumnFacts['bars']> }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const drawn = bars.map(({ from, to, count }, at) => {
    const height = count === 0 ? 0 : Math.max(MIN_BAR, (count / most) * HEIGHT);
    return { x: at + 0.06, width: 0.88, y: HEIGHT - height, height, from, to, count };
  });
  return (
    <svg
      className={styles.histogram}
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerEnter={() => setPointedAt(true)}
    >
      {isPointedAt ? (
        drawn.map(({ from, to, count, ...box }) => (
          <rect key={from} {...box}>
            <title>{`${from === to ? from : `${from} to ${to}`}: ${count.toLocaleString('en')}`}</title>
          </rect>
        ))
      ) : (
        <path
          d={drawn.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h-${width}z`).join('')}
        />
      )}
    </svg>
  );
}

function Shares({ facts: { frequent = [], count, missing, distinct } }: { facts: ColumnFacts }) {
  const total = Math.max(1, count);
  // Where hardly anything repeats, shares say nothing.
  const isSpread = distinct !== null && distinct > 20 && (frequent[0]?.count ?? 0) < total / 20;
  const shown = isSpread ? [] : frequent.slice(0, MAX_TOP);
  const rest = count - missing - shown.reduce((sum, each) => sum + each.count, 0);
  let x = 0;
  const parts = [
    ...shown.map(({ text, count: size }) => ({ text, size, kind: 'value' })),
    { text: 'other values', size: rest, kind: 'rest' },
  ];
  return (
    <svg
      className={styles.histogram}
      viewBox={`0 0 ${total} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {parts.map(({ text, size, kind }) => {
        const from = x;
        x += size;
        if (size <= 0) return null;
        const gap = Math.min(size * 0.2, total * 0.008);
        return (
          <rect key={text} data-kind={kind} x={from} width={size - gap} y={HEIGHT - 6} height={6}>
            <title>{`${text}: ${size.toLocaleString('en')}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
