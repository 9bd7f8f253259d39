'use client';

import { describeUsage } from '../../../../lib/protocol/runs/describe-usage.ts';
import type { Usage } from '../../../../lib/protocol/runs/run.ts';
import { pluralize } from '../../../../lib/util/pluralize.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { formatDuration, formatElapsed } from '../../../ui/text/format.ts';

interface WayFactsProps {
  steps: number;
  usage: Usage;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Null while it continues. */
  endedAt: number | null;
}

/** `3 steps · 48 s · 5.1K tokens · $0.012`. */
export function WayFacts({ steps, usage, startedAt, endedAt }: WayFactsProps) {
  const now = useNow(endedAt === null, 1000);
  const time = endedAt === null ? formatElapsed(now - startedAt) : formatDuration(endedAt - startedAt);
  return <span>{[pluralize(steps, 'step'), time, describeUsage(usage)].filter(Boolean).join(' · ')}</span>;
}
