/** Stands where a layer that takes the focus will be, while its code is loading: keys wait for it. */
export function LayerPlace() {
  return <span hidden data-layer-loading />;
}

/** Whether a layer that takes the focus is loading. */
export function isLayerLoading(): boolean {
  return document.querySelector('[data-layer-loading]') !== null;
}
