import { route } from '../handler.ts';

export const GET = route(async () => Response.json({ status: 'ok' }));
