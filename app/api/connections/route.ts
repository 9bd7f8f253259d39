import { route } from '../handler.ts';

export const GET = route('listConnections', async ({ container }) => container.connections.list());

export const POST = route('addConnection', async ({ body, container }) => container.connections.add(body));
