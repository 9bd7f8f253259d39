'use client';

import { createLate } from '../../../ui/create-late.tsx';

/** Loaded with the first cell that runs. */
export const LimitNotice = createLate(async () => (await import('./limit-notice.tsx')).LimitNotice);
