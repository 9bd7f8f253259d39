'use client';

import dynamic from 'next/dynamic';

/** A layer over the page, loaded when it is first shown. */
export const Popover = dynamic(() => import('./popover-layer.tsx').then((module) => module.PopoverLayer), {
  loading: () => null,
});
