import type { Container } from '../../lib/app/container.ts';
import { AppError } from '../../lib/util/app-error.ts';

/** The id of the one session whose id starts so. Throws AppError `bad-request` for none and for several. */
export async function findSession(container: Container, start: string): Promise<string> {
  // No list has what schedules left, so only the whole ID finds it.
  if (await container.getSession(start)) return start;
  const matches = (await container.listSessions()).filter(({ id }) => id.startsWith(start));
  const [session] = matches;
  if (!session)
    throw new AppError(
      'bad-request',
      `No session ID starts with “${start}”. To list the sessions: actbook sessions`,
    );
  if (matches.length > 1)
    throw new AppError(
      'bad-request',
      `${matches.length} session IDs start with “${start}”. Type more of the ID.`,
    );
  return session.id;
}
