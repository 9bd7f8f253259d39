import { VIEWER_SCRIPTS } from '../../../../lib/notebook/chart-viewers.ts';

/** What `public/frame/viewer.js` is sent. `source`: text, or its bytes in UTF-8. */
export function toDrawMessage(viewer: keyof typeof VIEWER_SCRIPTS, source: string | ArrayBuffer) {
  const scripts = VIEWER_SCRIPTS[viewer].map((name) => ({ src: `/frame/${name}` }));
  return { kind: 'draw', viewer, scripts, source };
}
