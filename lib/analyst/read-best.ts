/** "Best" and "worst" of a measure: which end that is. */
import type { Ranking } from './read-cues.ts';
import type { Word } from './words.ts';

/** Much of it is bad, whoever asks. */
const ADVERSE =
  /delay|wait|error|defect|complaint|fault|failure|failed|death|accident|incident|injur|loss|churn|return|refund|absen|downtime|crime|missed|cancel|reject|scrap|bug/i;
/** Much of it is good for one and bad for another. */
const DOUBTFUL =
  /price|cost|fee|charge|expense|rent|fare|discount|rank|position|duration|latency|time|age|debt|tax|weight|mass/i;

export interface Best {
  readonly order: Ranking['order'];
  readonly assumptions: readonly string[];
  /** Why neither end can be taken. */
  readonly doubt: string | null;
}

/** The end that "best" or "worst" asks for, of the first of the measures; null when neither is said. */
export function readBest(words: readonly Word[], ranking: Ranking, measures: readonly string[]): Best | null {
  const said = words.find(({ lower }) => /^(best|worst)$/.test(lower))?.lower;
  const [measure] = measures;
  if (said === undefined || measure === undefined || ranking.order === null) return null;
  const adverse = ADVERSE.test(measure);
  if (!adverse && DOUBTFUL.test(measure)) {
    const doubt = `"${said}" could mean the highest or the lowest \`${measure}\`; ask for one of them.`;
    return { order: ranking.order, assumptions: [], doubt };
  }
  const high = (said === 'best') !== adverse;
  return {
    order: high ? 'desc' : 'asc',
    assumptions: [`I read "${said}" as the ${high ? 'highest' : 'lowest'} \`${measure}\`.`],
    doubt: null,
  };
}
