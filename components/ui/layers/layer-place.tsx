import { useIsOver } from '../hooks/use-is-over.ts';

/** After this, keys are for what has the focus. */
const MAX_LOADING_MS = 3_000;

/** Stands where a layer that takes the focus will be, while its code is loading: keys wait for it. */
export function LayerPlace() {
  return !useIsOver(MAX_LOADING_MS) && <span hidden data-layer-loading />;
}

/** Whether a layer that takes the focus is loading. */
export function isLayerLoading(): boolean {
  return document.querySelector('[data-layer-loading]') !== null;
}
