'use client';

import { createLate } from './create-late.tsx';
import { LayerPlace } from './layer-place.tsx';

/** See {@link ConfirmLayer}, which is loaded with the first question. */
export const ConfirmDialog = createLate(
  async () => (await import('./confirm-layer.tsx')).ConfirmLayer,
  LayerPlace,
);
