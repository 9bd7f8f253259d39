/** Words beside a number that say how it follows from others. */
import type { Mention } from '../answer/read-mentions.ts';

const [START, END, L] = ['(?<!\\p{L})(?:', ')(?!\\p{L})', '\\p{L}*'];

const CHANGE = new RegExp(
  `${START}more|higher|less|lower|fewer|above|below|increas${L}|decreas${L}|r[io]se[sn]?|fell|fall${L}|grew|grow${L}|drop${L}|declin${L}|chang${L}|shr[aiu]nk${L}|lessen${L}|doubl${L}|slump${L}|plung${L}|contract(?:ed|ing|ion)|sank|sink${L}|expand${L}|(?<!(?:make|makes|making|made) )up|down|gain${L}|los[est]|loss${L}|losing|(?:fast|slow|larg|small|heavi|light|long|short|bigg|cheap|warm|cold|cool|hott|old|young|great|deep|tall)er|improv${L}|reduc${L}|better|worse|surg${L}|jump${L}|climb${L}|premium|discount|sav(?:e[sd]?|ings?)|than|mehr|weniger|höher${L}|niedriger${L}|geringer${L}|schwerer|leichter|gestiegen|gesunken|stieg${L}|fiel${L}|plus|moins|baiss${L}|hausse${L}|más|menos${END}`,
  'iu',
);
const DIFFERENCE = new RegExp(
  `${START}diff${L}|différ${L}|unterschied${L}|diferencia|gap|range|spread|apart|ahead|behind|lead|margin|between|extra|additional${L}|remain${L}|left|miss(?:ed|es|ing)?|without|none|another|rest|other|short|shortfall|need${L}|lack${L}|deficit|excess|écart|ventaja|vorsprung|abstand|ohne|kein${L}|fehl${L}|übrig${L}|restlich${L}${END}`,
  'iu',
);
const SUM = new RegExp(
  `${START}totals?|totall?ed|together|combined|sum|sums|overall|altogether|whole|in all|all in all|all|both|plus|jointly|zusammen|insgesamt|gesamt|ensemble|total${END}`,
  'iu',
);
const TIMES = /^[\u2060\s]*(?:[x×](?!\p{L})|times(?!\p{L})|-?fold|-?mal(?!\p{L})|fois|veces)/iu;
const SHARE = new RegExp(
  `${START}of|share|account|accounts|make|makes|made|represents?|proportion|fraction|portion|contribut${L}|von|der|anteil|du|des|del|de${END}`,
  'iu',
);
const POINTS = /(?:points?|pp|punkte?n?)$/i;
const POINTS_AFTER = /^[\u2060\s]+(?:points?|(?:prozent)?punkte?n?|puntos)(?!\p{L})/iu;

/** How a number says that it follows from others. */
export interface DerivationWords {
  readonly isChange: boolean;
  readonly isDifference: boolean;
  readonly isSum: boolean;
  readonly isShare: boolean;
  /** `2.3×`: nothing but a ratio. */
  readonly isTimes: boolean;
  /** Percentage points: nothing but a difference. */
  readonly isPoints: boolean;
}

const [BEFORE, AFTER] = [70, 70];

export function readDerivationWords({ before, after, amount, text }: Mention): DerivationWords {
  const near = `${before.slice(-BEFORE)} | ${after.slice(0, AFTER).split(/[.;]\s/)[0]}`;
  return {
    isChange: CHANGE.test(near) || amount.value < 0 || /\+$/.test(before),
    isDifference: DIFFERENCE.test(near),
    isSum: SUM.test(near),
    isShare: SHARE.test(near),
    isTimes: TIMES.test(after),
    isPoints: POINTS.test(text) || (amount.unit === null && amount.step < 1 && POINTS_AFTER.test(after)),
  };
}
