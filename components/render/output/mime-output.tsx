import dynamic from 'next/dynamic';

/** A display or result, drawn by its best MIME type. Loaded with the first one: a notebook without outputs draws nothing. */
export const MimeOutput = dynamic(() => import('./mime-drawing.tsx').then((module) => module.MimeDrawing), {
  loading: () => null,
});
