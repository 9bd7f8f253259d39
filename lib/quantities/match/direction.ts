/** What words say of a sign: “fell by 12 %” is −12 %. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';

const DOWN =
  /(?<!\p{L})(?:fell|falls?|fallen|falling|drop\w*|declin\w*|decreas\w*|lower\w*|less|fewer|below|under|down|retreat\w*|fad(?:e[sd]?|ing)|decay\w*|degrad\w*|reced\w*|eroded?|melt\w*|dip\w*|backwards?|loss\w*|lost|lose|shr[aiu]nk\w*|reduc\w*|minus|negative\w*|smaller|lighter|shorter|slower|colder|cooler|cheaper|short of|behind|deficit|worse\w*|slump\w*|plung\w*|dipp?e?d?|slid|cut|contract(?:ed|ing|ion)|gesunken|sav(?:e[sd]?|ings?)|spen[dt]\w*|paid|expens\w*|outgoings?|sank|sinkt|fiel|fällt|gefallen|weniger|Rückgang|niedriger|baisse\w*|bajó)(?!\p{L})/iu;
const UP =
  /(?<!\p{L})(?:rose|rises?|risen|rising|grew|grow\w*|increas\w*|gain\w*|higher|more|above|over|up|climb\w*|jump\w*|larger|bigger|heavier|longer|greater|faster|warmer|hotter|ahead|surg\w*|improv\w*|gestiegen|stieg|steigt|mehr|höher|hausse|subió)(?!\p{L})/iu;
const QUALITY = /(?<!\p{L})(?:faster|slower|better|worse|quicker|sooner|later|earlier|improv\w*)(?!\p{L})/iu;
const CHANGE =
  /change|growth|diff|delta|pct_change|yoy|mom\b|return|trend|slope|corr|coef|impact|effect|anomal/i;
const LOSS = /loss|decline|drop|decrease|deficit|reduction|discount|refund/i;

export type Direction = 'up' | 'down' | null;

const [BEFORE, AFTER] = [50, 30];

/** The direction in which the words nearest to a number point; null if they do not, or point both ways. */
export function readDirection({ before, after }: Mention): Direction {
  const near = `${before
    .slice(-BEFORE)
    .split(/[;.]\s|, (?=and|while|but|whereas)/)
    .at(-1)} ${after.slice(0, AFTER).split(/[;,.]\s/)[0]}`;
  const [down, up] = [DOWN.test(near), UP.test(near)];
  if (down === up) return null;
  return down ? 'down' : 'up';
}

/** Whether a value can be what a number says, as far as its sign goes. */
export function agreesInSign(mention: Mention, value: SourceValue): boolean {
  const said = mention.amount.value;
  if (said === 0 || value.value === 0) return true;
  const label = `${value.row.text} ${value.column.text} ${value.around.text.slice(0, 200)}`;
  // Who is faster or better can have the lower value.
  if (
    said > 0 &&
    value.value < 0 &&
    QUALITY.test(`${mention.before.slice(-BEFORE)} ${mention.after.slice(0, AFTER)}`)
  )
    return true;
  const direction = readDirection(mention);
  if (said < 0) return value.value < 0 || LOSS.test(label);
  if (value.value < 0)
    return direction === 'down' || (direction === null && /diff|gap|residual|abs/i.test(label));
  // A rise that the answer calls a fall.
  return !(direction === 'down' && CHANGE.test(`${value.row.text} ${value.column.text}`) && isFall(mention));
}

function isFall({ before }: Mention): boolean {
  return /(?<!\p{L})(?:fell|dropped|declined|decreased|shrank|sank)\b[^.;]{0,25}$/iu.test(before);
}
