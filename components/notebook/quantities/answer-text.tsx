'use client';

import { type ReactNode, useContext, useMemo } from 'react';
import type { Quantity } from '../../../lib/quantities/finding/quantity.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { Markdown } from '../../render/markdown/markdown.tsx';
import { QuantityContext } from '../../render/markdown/quantity-context.ts';
import { createLate } from '../../ui/layers/create-late.tsx';
import { useGoToCell } from '../outline/use-go-to-cell.ts';
import styles from './answer-text.module.css';
import { type AnswerQuantities, QuantitiesContext } from './quantities-context.ts';

const RefillNote = createLate(async () => (await import('./refill-note.tsx')).RefillNote);

interface AnswerTextProps {
  cell: Cell;
  /** A class for text and children, beside what is said of the numbers. */
  className: string | undefined;
  /** Before the text. */
  title: ReactNode;
  /** After the text. */
  children: ReactNode;
}

/** The Markdown of an answer, whose numbers lead to the outputs that say them, and a line about those that do not. */
export function AnswerText({ cell, className, title, children }: AnswerTextProps) {
  const { byAnswer, places } = useContext(QuantitiesContext);
  const goTo = useGoToCell(stay);
  const found = byAnswer.get(cell.id);
  // Those of a text that has been edited since are in other places.
  const { quantities, note, refill, isWithoutCode } = found?.text === cell.source ? found : NOTHING;
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
  const isMissing = isWithoutCode || quantities.some(({ status }) => status === 'unfounded');
  return (
    <>
      <div className={className}>
        {title}
        <QuantityContext value={links}>
          <Markdown text={cell.source} headingLevel={3} spans={quantities} />
        </QuantityContext>
        {children}
        {refill !== null && <RefillNote answerId={cell.id} source={refill} />}
      </div>
      <div className={styles.numbers} role={note === null ? undefined : 'note'}>
        {note !== null && (
          <details>
            <summary data-missing={isMissing || undefined}>{note}</summary>
          </details>
        )}
      </div>
    </>
  );
}

const NOTHING: Omit<AnswerQuantities, 'text'> = {
  quantities: [],
  note: null,
  refill: null,
  isWithoutCode: false,
};

function stay(): void {}
