'use client';

import { memo, useMemo } from 'react';
import type { ObservedImage } from '../../../../lib/observation/choose-images.ts';
import type { ObservationOptions } from '../../../../lib/observation/observation-options.ts';
import { toObservation } from '../../../../lib/observation/to-observation.ts';
import type { Cell } from '../../../../lib/session/session.ts';
import { blobUrl } from '../../../api/actbook-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import { CELL_PART_TEXTS } from '../cell-part-texts.ts';
import styles from './model-view.module.css';

interface ModelViewProps {
  cell: Cell;
  sight: ObservationOptions;
}

/** What the model was shown of the cell and how many tokens that takes, computed as for the prompt. */
export const ModelView = memo(function ModelView({ cell, sight }: ModelViewProps) {
  const { text, images, tokens } = useMemo(() => toObservation(cell, sight), [cell, sight]);
  return (
    <details className={styles.view}>
      <summary>{CELL_PART_TEXTS.modelSaw(tokens, images.length)}</summary>
      <ScrollBox className={styles.box}>
        <pre className={styles.text}>{text}</pre>
      </ScrollBox>
      {withKeys(images).map(({ key, image }) => (
        <SentImage key={key} image={image} number={key} />
      ))}
      <p className={styles.note}>{CELL_PART_TEXTS.modelViewNote}</p>
    </details>
  );
});

/** Pictures have no ID: their position identifies them. */
function withKeys(images: readonly ObservedImage[]): { key: number; image: ObservedImage }[] {
  return images.map((image, index) => ({ key: index + 1, image }));
}

function SentImage({ image, number }: { image: ObservedImage; number: number }) {
  const sessionId = useSessionId();
  const { data, mimeType, width, height, tokens } = image;
  const src =
    typeof data === 'string' ? `data:${mimeType};base64,${data}` : blobUrl(sessionId, data.blob, mimeType);
  return (
    <figure className={styles.figure}>
      <img
        src={src}
        width={width}
        height={height}
        alt={CELL_PART_TEXTS.sentFigure(number)}
        loading="lazy"
        decoding="async"
      />
      <figcaption>{CELL_PART_TEXTS.figureFacts(width, height, tokens)}</figcaption>
    </figure>
  );
}
