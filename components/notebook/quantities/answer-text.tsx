'use client';

import { useContext, useMemo } from 'react';
import type { Quantity } from '../../../lib/quantities/finding/quantity.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { describeNumbers } from '../../../lib/session/view/describe-numbers.ts';
import { Markdown } from '../../render/markdown/markdown.tsx';
import { QuantityContext } from '../../render/markdown/quantity-context.ts';
import { useGoToCell } from '../outline/use-go-to-cell.ts';
import styles from './answer-text.module.css';
import { QuantitiesContext } from './quantities-context.ts';

/** The Markdown of an answer, whose numbers lead to the outputs that say them. */
export function AnswerText({ cell }: { cell: Cell }) {
  const { byAnswer, places } = useContext(QuantitiesContext);
  const goTo = useGoToCell(stay);
  const found = byAnswer.get(cell.id);
  // Those of a text that has been edited since are in other places.
  const quantities = found?.text === cell.source ? found.quantities : NONE;
  const links = useMemo(
    () => ({
      quantities,
      nameCell: (cellId: string) => places.get(cellId)?.name ?? null,
      follow: ({ sources }: Quantity, turn: number) => {
        const source = sources[turn % sources.length];
        const place = source && places.get(source.cellId);
        if (!place) return;
        goTo(place);
        void import('./light-up.ts').then(({ lightUp }) => lightUp(place.cellId, source.printed), stay);
      },
    }),
    [quantities, places, goTo],
  );
  const numbers = describeNumbers(quantities);
  const isMissing = quantities.some(({ status }) => status === 'unfounded');
  return (
    <QuantityContext value={links}>
      <Markdown text={cell.source} headingLevel={3} spans={quantities} />
      {numbers !== null && (
        <p className={styles.note} data-missing={isMissing || undefined} role="note">
          {numbers}
        </p>
      )}
    </QuantityContext>
  );
}

const NONE: readonly Quantity[] = [];

function stay(): void {}
