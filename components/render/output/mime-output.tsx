import { createLate } from '../../ui/layers/create-late.tsx';
import { loadMimeDrawing } from './fetch-drawings.ts';

/** A display or result, drawn by its best MIME type. Loaded with the first one: a notebook without outputs draws nothing. */
export const MimeOutput = createLate(loadMimeDrawing);
