/** What a visitor sees whose link opens nothing. */
import { renderPlainPage } from './plain-page.ts';

export const REVOKED_PAGE = renderPlainPage(
  'This link opens nothing',
  '<p>Whoever shared the notebook took the link back or deleted the notebook, or the link was not copied whole.</p>',
);
