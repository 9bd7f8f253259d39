/** Text that is not stored anywhere else yet, kept through a reload of the tab. Storage may be full or forbidden. */

const PREFIX = 'actbook-draft';

export interface Drafts {
  /** Null when there is none. */
  read(name: string): string | null;
  write(name: string, text: string): void;
  remove(name: string): void;
  /** Names of all drafts in this session. */
  list(): string[];
}

export function createDrafts(sessionId: string): Drafts {
  const prefix = `${PREFIX} ${sessionId} `;
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(sessionStorage);
    } catch {
      return otherwise;
    }
  };
  return {
    read: (name) => attempt((storage) => storage.getItem(prefix + name), null),
    write: (name, text) => attempt((storage) => storage.setItem(prefix + name, text), undefined),
    remove: (name) => attempt((storage) => storage.removeItem(prefix + name), undefined),
    list: () =>
      attempt(
        (storage) =>
          Object.keys(storage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),
        [],
      ),
  };
}
