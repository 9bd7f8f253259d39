/** Which program calls, as it names itself, and on whose behalf. */
import { z } from 'zod';
import type { Principal } from '../../protocol/events/principal.ts';

const MAX_NAME_LENGTH = 60;
const UNNAMED = 'an MCP client';

/** As the protocol has it: `title` is for people. */
const ClientInfo = z.object({ name: z.string(), title: z.string().optional() });

/** What the ID of a session says, in the revisions of the protocol that have sessions. */
const SessionId = z.object({ client: z.string(), random: z.string() });

/** The name that a program gives itself, as one short line; {@link UNNAMED} where it gives none. */
export function readClientName(info: unknown): string {
  const { data } = ClientInfo.safeParse(info);
  const name = (data?.title || data?.name || '').replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return name.slice(0, MAX_NAME_LENGTH).trim() || UNNAMED;
}

/** The user, through this program. */
export function toProgramOf(user: Principal, client: string): Principal {
  return { ...user, via: client };
}

/**
 * An ID that holds the program's name itself: nothing has to be kept, and a session outlives the app's restart. It gives no
 * access: each request has the token of the app.
 */
export function createSessionId(client: string): string {
  const id = { client, random: crypto.randomUUID() };
  return Buffer.from(JSON.stringify(id)).toString('base64url');
}

/** The program of a session; {@link UNNAMED} for an ID that is not ours. */
export function readSessionId(sessionId: string | null): string {
  try {
    const { client } = SessionId.parse(JSON.parse(Buffer.from(sessionId ?? '', 'base64url').toString()));
    return readClientName({ name: client });
  } catch {
    return UNNAMED;
  }
}
