import type { openTour } from './state-tour.ts';
import type { createHands } from './tour-hands.ts';

/** The page, and what is done in it. */
export type Guide = Awaited<ReturnType<typeof openTour>> & ReturnType<typeof createHands>;
