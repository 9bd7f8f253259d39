import { isInTextField } from '../../../ui/keyboard.ts';

/** After this, keys are for the selected cell again. */
const MAX_FOLLOW_MS = 10_000;

/** Where the user is, for what arrives later: it may only go on where they have not gone elsewhere. */
interface UserPlace {
  /** Another one whenever the user goes elsewhere, or what they wait for does not come. */
  read(): object;
  /** Notes that the user goes elsewhere. */
  leave(): void;
  /** Calls `go` with the result, unless that is null or the user is elsewhere by then. What `result` rejects with is thrown. */
  follow(result: Promise<string | null>, go: (cellId: string) => void): Promise<void>;
  /** Whether the user waits for a result here. */
  isFollowing(): boolean;
}

export function createUserPlace(): UserPlace {
  let place = {};
  /** Where each of those began that have not ended. */
  const origins: object[] = [];
  return {
    read: () => place,
    leave: () => {
      place = {};
    },
    follow: async (result, go) => {
      const origin = place;
      const leave = () => {
        if (place === origin) place = {};
      };
      origins.push(origin);
      const timer = setTimeout(leave, MAX_FOLLOW_MS);
      try {
        const cellId = await result;
        if (isInTextField()) leave();
        if (place === origin && cellId !== null) go(cellId);
      } catch (error) {
        leave();
        throw error;
      } finally {
        clearTimeout(timer);
        origins.splice(origins.indexOf(origin), 1);
      }
    },
    isFollowing: () => origins.includes(place),
  };
}
