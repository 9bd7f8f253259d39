'use client';

import { createLate } from './create-late.tsx';

/** A layer over the page, loaded when it is first shown. */
export const Popover = createLate(async () => (await import('./popover-layer.tsx')).PopoverLayer);
