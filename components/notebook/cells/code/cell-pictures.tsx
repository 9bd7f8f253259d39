'use client';

import { useId } from 'react';
import type { PictureOutput, PicturePair } from '../../../../lib/protocol/verification/verification.ts';
import { PICTURE_WORDS } from '../../../../lib/protocol/verification/verification-words.ts';
import { MimeOutput } from '../../../render/output/mime-output.tsx';
import { OutputBoundary } from '../../../render/output/parts/output-boundary.tsx';
import styles from './cell-pictures.module.css';

/** Pictures that a clean run drew differently, beside those of the notebook. */
export function CellPictures({ pictures }: { pictures: readonly PicturePair[] }) {
  return pictures.map((pair) => <Pair key={pair.place} pair={pair} />);
}

function Pair({ pair: { text, notebook, here } }: { pair: PicturePair }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups what can be filled in
    <div role="group" aria-labelledby={id} className={styles.pair}>
      <p id={id} className={styles.words}>
        {PICTURE_WORDS.describe(text)}
      </p>
      <Side label={PICTURE_WORDS.notebook} picture={notebook} />
      <Side label={PICTURE_WORDS.here} picture={here} />
    </div>
  );
}

function Side({ label, picture }: { label: string; picture: PictureOutput }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups what can be filled in
    <div role="group" aria-labelledby={id} className={styles.side}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <OutputBoundary>
        <MimeOutput output={picture} />
      </OutputBoundary>
    </div>
  );
}
