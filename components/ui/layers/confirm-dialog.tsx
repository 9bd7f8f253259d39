'use client';

import { useEffect, useEffectEvent } from 'react';
import type { ConfirmLayerProps } from './confirm-layer.tsx';
import { createLate } from './create-late.tsx';
import { LayerPlace } from './layer-place.tsx';

/** A question before something that cannot be undone, loaded with the first one. */
export const ConfirmDialog = createLate<ConfirmLayerProps>(async () => {
  const loaded = await import('./confirm-layer.tsx').catch(() => null);
  return loaded?.ConfirmLayer ?? PlainConfirm;
}, LayerPlace);

/** Asks in the browser's own words where the page's cannot be loaded. */
function PlainConfirm({ title, onConfirm, onCancel }: ConfirmLayerProps) {
  const ask = useEffectEvent(() => (window.confirm(title) ? onConfirm() : onCancel()));
  useEffect(() => ask(), []);
  return null;
}
