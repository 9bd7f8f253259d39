'use client';

import { memo, useMemo } from 'react';
import type { ObservedImage } from '../../../lib/observation/choose-images.ts';
import type { ObservationOptions } from '../../../lib/observation/observation-options.ts';
import { toObservation } from '../../../lib/observation/to-observation.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { blobUrl } from '../../api/actbook-api.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import { pluralize } from '../../ui/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import styles from './model-view.module.css';

interface ModelViewProps {
  cell: Cell;
  sight: ObservationOptions;
}

/** What the model was shown of the cell and what that costs; the same computation as the prompt's. */
export const ModelView = memo(function ModelView({ cell, sight }: ModelViewProps) {
  const { text, images, tokens } = useMemo(() => toObservation(cell, sight), [cell, sight]);
  return (
    <details className={styles.view}>
      <summary>
        Model saw {tokens.toLocaleString('en-US')} {tokens === 1 ? 'token' : 'tokens'}
        {images.length > 0 && `, with ${pluralize(images.length, 'picture')}`}
      </summary>
      <ScrollBox className={styles.box}>
        <pre className={styles.text}>{text}</pre>
      </ScrollBox>
      {withKeys(images).map(({ key, image }) => (
        <SentImage key={key} image={image} number={key} />
      ))}
      <p className={styles.note}>{NOTE}</p>
    </details>
  );
});

/** Pictures have no id: their place is their identity. */
function withKeys(images: readonly ObservedImage[]): { key: number; image: ObservedImage }[] {
  return images.map((image, index) => ({ key: index + 1, image }));
}

const NOTE =
  'An estimate: four characters a token, pictures by their size. Once it is old, it is shortened for the model.';

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
        alt={`Figure ${number} as the model was sent it`}
        loading="lazy"
        decoding="async"
      />
      <figcaption>
        {width} × {height} pixels, {tokens.toLocaleString('en-US')} tokens
      </figcaption>
    </figure>
  );
}
