import { route } from '../handler.ts';

export const GET = route('readHealth', async () => ({ status: 'ok' as const }));
