import type { ModelEntry } from '../../../../lib/protocol/models/model-catalog.ts';
import type { ServerTest } from '../../../../lib/protocol/models/model-server.ts';
import { formatCount } from '../../../../lib/util/format-count.ts';
import { AlertIcon, CheckIcon } from '../../../ui/icons.tsx';
import { formatDuration } from '../../../ui/text/format.ts';
import { describePrices } from '../search/search-models.ts';
import styles from './connect.module.css';
import { CONNECT_TEXTS } from './connect-texts.ts';

interface TestReportProps {
  test: ServerTest;
  /** The model that the form has now, which may be another than the one that was asked. */
  model: string;
}

/** What a test found: whether the model answers, and what its server says about it. */
export function TestReport({ test, model }: TestReportProps) {
  const { models, listProblem, answer, problem } = test;
  const isAsked = test.model !== undefined && (model === '' || model === test.model.id);
  const shown = isAsked ? test.model : models.find(({ id }) => id === model);
  // Without a list, a model may answer all the same.
  const trouble = isAsked ? problem : test.model ? undefined : listProblem;
  return (
    <div className={styles.report} data-outcome={trouble ? 'failed' : isAsked ? 'answered' : 'open'}>
      {trouble ? (
        <p className={styles.bad}>
          <AlertIcon size={14} /> <span>{trouble}</span>
        </p>
      ) : (
        <p className={isAsked ? styles.good : styles.note}>
          {isAsked && <CheckIcon size={14} />}{' '}
          <span>
            {isAsked && answer
              ? CONNECT_TEXTS.answered(formatDuration(answer.firstMs))
              : CONNECT_TEXTS.notAsked}
          </span>
        </p>
      )}
      {models.length > 0 && <p className={styles.hint}>{CONNECT_TEXTS.offers(models.length)}</p>}
      {shown && <Facts model={shown} />}
    </div>
  );
}

function Facts({ model }: { model: ModelEntry }) {
  const { contextTokens, vision, nativeTools, prices } = model;
  const facts = [
    [CONNECT_TEXTS.context, contextTokens && CONNECT_TEXTS.tokens(formatCount(contextTokens))],
    [CONNECT_TEXTS.pictures, toWord(vision)],
    [CONNECT_TEXTS.tools, toWord(nativeTools)],
    [CONNECT_TEXTS.price, prices && describePrices(prices)],
  ] as const;
  return (
    <dl className={styles.facts} aria-label={CONNECT_TEXTS.factsOf(model.label)}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd data-unknown={!value}>{value || CONNECT_TEXTS.unknown}</dd>
        </div>
      ))}
    </dl>
  );
}

function toWord(flag: boolean | undefined): string | undefined {
  if (flag === undefined) return undefined;
  return flag ? CONNECT_TEXTS.yes : CONNECT_TEXTS.no;
}
