import { nameUser } from '../../../../lib/protocol/events/principal.ts';
import { describeUsage } from '../../../../lib/protocol/runs/describe-usage.ts';
import type { WaysBasis as Basis, WayPair, WayValue } from '../../../../lib/protocol/ways/ways.ts';
import type { Ways, WaysEnd } from '../../../../lib/session/ways.ts';
import styles from './ways-basis.module.css';
import { WAYS_TEXTS } from './ways-texts.ts';

/** Which way is the notebook now, if one is, and what the choice was made on. */
export function WaysBasis({ ways, end }: { ways: Ways; end: WaysEnd }) {
  const nameOf = (sessionId: string) => ways.ways.find((way) => way.sessionId === sessionId)?.name ?? '';
  const { outcome, basis } = end;
  const later = ways.choices.at(-1);
  const kernel = later ? later.kernel : end.kernel;
  const chosen =
    ways.chosen === null
      ? ''
      : later
        ? WAYS_TEXTS.chosenBy(nameUser(later.by, 'You'), nameOf(ways.chosen))
        : WAYS_TEXTS.chosen(nameOf(ways.chosen));
  return (
    <section className={styles.basis} aria-label={WAYS_TEXTS.basis}>
      <p role="status">
        {chosen && <b>{chosen} </b>}
        {/* What it says is of what was before the user chose. */}
        {!later && outcome.message}
        {kernel === 'lost' && ` ${WAYS_TEXTS.lost}`}
      </p>
      <BasisDetails basis={basis} nameOf={nameOf} />
    </section>
  );
}

type NameOf = (sessionId: string) => string;

function BasisDetails({ basis, nameOf }: { basis: Basis; nameOf: NameOf }) {
  if (basis.kind === 'user' || basis.kind === 'none') return null;
  return (
    <details>
      <summary>{WAYS_TEXTS.basisOf[basis.kind]}</summary>
      {basis.kind === 'judge' ? (
        <>
          <p>{WAYS_TEXTS.comparedBy(basis.judge.label, basis.threshold)}</p>
          {basis.groups?.map((group) =>
            group.length > 1 ? (
              <p key={group.join()}>{WAYS_TEXTS.agree(group.map(nameOf).join(', '))}</p>
            ) : null,
          )}
          <ul className={styles.pairs}>
            {basis.pairs.map((pair) => (
              <Pair key={pair.ways.join()} pair={pair} nameOf={nameOf} />
            ))}
          </ul>
          {describeUsage(basis.usage) && <p>{WAYS_TEXTS.comparisonTook(describeUsage(basis.usage))}</p>}
        </>
      ) : (
        <>
          {basis.kind === 'values' && <p>{basis.ways.map(nameOf).join(', ')}</p>}
          <Values values={basis.values} />
        </>
      )}
    </details>
  );
}

function Pair({ pair: { ways, winner, verdicts }, nameOf }: { pair: WayPair; nameOf: NameOf }) {
  return (
    <li>
      <b>{WAYS_TEXTS.pair(nameOf(ways[0]), nameOf(ways[1]))}:</b>{' '}
      {winner === null ? WAYS_TEXTS.undecided : WAYS_TEXTS.preferred(nameOf(winner))}.
      <ul className={styles.pairs}>
        {verdicts.map((verdict) => (
          <li key={verdict.firstShown}>
            {WAYS_TEXTS.first(nameOf(verdict.firstShown))}:{' '}
            {WAYS_TEXTS.verdict(verdict.winner && nameOf(verdict.winner), verdict.confidence)}.{' '}
            {verdict.reason}
          </li>
        ))}
      </ul>
    </li>
  );
}

function Values({ values }: { values: readonly WayValue[] }) {
  return (
    <table className={styles.values}>
      <thead>
        <tr>
          <th scope="col">{WAYS_TEXTS.value}</th>
          <th scope="col">{WAYS_TEXTS.printed}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ text, printed, label, cellId }) => (
          <tr key={`${text} ${cellId} ${label}`}>
            <td>{text}</td>
            <td>{[label, printed].filter(Boolean).join(' ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
