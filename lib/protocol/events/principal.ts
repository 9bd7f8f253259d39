/** Who caused an event. Without a schema: the page names people, and loads none. */
import type { ModelInfo } from '../runs/run.ts';

/**
 * `user`: a person, or a program that acts for one. `agent`: a run, by the model that answers. `system`: Actbook itself, as when
 * it ends what a crash left. `name` is shown to people; the identity is `kind` and `id`.
 */
export interface Principal {
  readonly kind: 'user' | 'agent' | 'system';
  readonly id: string;
  readonly name?: string | undefined;
  /** The program that acts for the user, as it names itself, such as a coding agent that is connected by MCP. Rights are the user's. */
  readonly via?: string | undefined;
}

/** The one who uses Actbook on this machine, and all who did before events named anyone. */
export const LOCAL_USER: Principal = { kind: 'user', id: 'local' };

export const SYSTEM: Principal = { kind: 'system', id: 'actbook' };

export function toAgent({ id, label }: ModelInfo): Principal {
  return { kind: 'agent', id, name: label };
}

/**
 * What to call a user: by name, or else as `you`, as on the page of the only one there is. A program that acts for them is named
 * first, and never alone where there is a word for the user: it could have any name.
 */
export function nameUser({ kind, name, via }: Principal, you = 'you'): string {
  const user = kind === 'user' && name !== undefined ? name : you;
  if (via === undefined) return user;
  return user === '' ? via : `${via} for ${user === 'You' ? 'you' : user}`;
}
